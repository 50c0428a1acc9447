import { z } from 'zod'
import { givenText } from './text.ts'

/** 20 MB, as the specification says it, of one file once decoded. */
export const maximumFileSize = 20 * 1024 * 1024
export const maximumFiles = 10
/** Characters of one file in base64, a data URL's head included. */
export const maximumBase64 = Math.ceil(maximumFileSize / 3) * 4 + 200
/** Of all files of one order together, when they come inside the order's own body. */
export const maximumFilesSize = 60 * 1024 * 1024

/** What a proof of payment may be; its first bytes decide, not its name. */
export const FileType = z.enum(['image/png', 'image/jpeg', 'application/pdf'])
export type FileType = z.infer<typeof FileType>

/** What a browser may declare; `image/jpg` is an old name of `image/jpeg`. */
export const acceptedTypes = ['application/pdf', 'image/jpg', 'image/png', 'image/jpeg']

export const uploadProof = 'Please upload your proof of payment'
export const wrongFileType = (file: string, type: string) =>
  `${file} is of type ${type} which is neither a png, jpg, jpeg or pdf file`
export const fileTooLarge = (file: string) => `${file} is larger than 20mb.`

/** The answer of `POST /api/uploads` (multipart, one file in the field `file`). */
export const Uploaded = z.object({
  fileUid: z.uuid(),
  fileName: givenText,
  fileType: FileType,
  /** Bytes as stored, after re-encoding. */
  size: z.int(),
})
export type Uploaded = z.infer<typeof Uploaded>
