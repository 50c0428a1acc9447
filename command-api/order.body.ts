import { maximumFileSize } from '@strand/contracts/upload'

/** What `base64Image` holds once its bytes have been taken out. */
const takenOut = 'attached'

/** Of one entry of `files`: its bytes, none where it names an upload, or that it is too large. */
export type Attachment = { bytes: Uint8Array } | { tooLarge: true } | null

export type OrderBody = { body: unknown; attachments: Attachment[] }

/**
 * Parses the JSON of an order and takes the files that came inside it out of it, so that nothing
 * behind it handles strings of many megabytes. Throws a SyntaxError for what is no JSON.
 */
export const parseOrderBody = (json: string): OrderBody => {
  const body: unknown = JSON.parse(json)
  const files = (body as { files?: unknown } | null)?.files
  if (!Array.isArray(files)) return { body, attachments: [] }
  const attachments = files.map((file: unknown): Attachment => {
    if (typeof file !== 'object' || file === null || !('base64Image' in file)) return null
    const image = file.base64Image
    if (typeof image !== 'string' || image === '') return null
    file.base64Image = takenOut
    return decode(image)
  })
  return { body, attachments }
}

/** Bare base64 or a data URL. What is not base64 gives bytes that no check will take. */
const decode = (image: string): Attachment => {
  const start = image.startsWith('data:') ? image.indexOf(',') + 1 : 0
  const length = Math.floor(((image.length - start) * 3) / 4)
  // The padding is at most two characters.
  if (length - 2 > maximumFileSize) return { tooLarge: true }
  const bytes = Buffer.from(image.slice(start), 'base64')
  // A copy of its own, never a view into node's shared pool: it may be moved to another thread.
  return bytes.length > maximumFileSize ? { tooLarge: true } : { bytes: new Uint8Array(bytes) }
}
