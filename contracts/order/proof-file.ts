import { z } from 'zod'
import { givenText } from '../text.ts'
import { FileType } from '../uploads.ts'

/** A stored proof of payment, as events describe it. */
export const ProofFile = z.object({
  fileUid: z.uuid(),
  key: givenText.describe('The file’s random name in the file store.'),
  type: FileType,
  size: z.int().describe('In bytes.'),
  sha256: givenText.describe('The SHA-256 hash of the stored bytes, in hex.'),
})
export type ProofFile = z.infer<typeof ProofFile>
