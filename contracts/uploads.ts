import { z } from 'zod'
import { givenText } from './text.ts'

/** The largest decoded file: 20 MB, as the specification says. */
export const maxFileSize = 20 * 1024 * 1024
export const maxFiles = 10
/** The most characters of a file in base64, including a data URL's prefix. */
export const maxBase64 = Math.ceil(maxFileSize / 3) * 4 + 200
/** The largest total size of an order's files, if they are sent in the order's own body. */
export const maxFilesSize = 60 * 1024 * 1024

/** What a proof of payment can be; its first bytes decide, not its name. */
export const FileType = z.enum(['image/png', 'image/jpeg', 'application/pdf'])
export type FileType = z.infer<typeof FileType>

/** The types that a browser may declare; `image/jpg` is an old name for `image/jpeg`. */
export const acceptedTypes = ['application/pdf', 'image/jpg', 'image/png', 'image/jpeg']

export const uploadProofText = 'Please upload your proof of payment'
export const wrongFileType = (file: string, type: string) =>
  `${file} is of type ${type} which is neither a png, jpg, jpeg or pdf file`
export const fileTooLarge = (file: string) => `${file} is larger than 20mb.`

/** The answer to `POST /api/uploads` (multipart, one file in the field `file`). */
export const Uploaded = z.object({
  fileUid: z.uuid(),
  fileName: givenText,
  fileType: FileType,
  /** In bytes as stored, after re-encoding. */
  size: z.int(),
})
export type Uploaded = z.infer<typeof Uploaded>
