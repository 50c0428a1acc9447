import { z } from 'zod'
import { givenText } from './text.ts'

/** The maximum size of a decoded file in bytes: 20 MB, as the specification says. */
export const maxFileSize = 20 * 1024 * 1024
export const maxFiles = 10
/** The maximum length of a file in base64, with a data URL's prefix. */
export const maxBase64 = Math.ceil(maxFileSize / 3) * 4 + 200
/** The maximum size of all files that are sent inside one order's body, in bytes. */
export const maxFilesSize = 60 * 1024 * 1024

/** The types of a proof of payment. A file's first bytes decide, not its name. */
export const FileType = z.enum(['image/png', 'image/jpeg', 'application/pdf'])
export type FileType = z.infer<typeof FileType>

/** The types that a browser may state; `image/jpg` is an old name for `image/jpeg`. */
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
  /** The size in bytes as stored, after re-encoding. */
  size: z.int(),
})
export type Uploaded = z.infer<typeof Uploaded>
