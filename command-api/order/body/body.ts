import { randomUUID } from 'node:crypto'
import { invalidFormText } from '@strand/contracts/error-texts'
import { maxFiles, maxFilesSize } from '@strand/contracts/uploads'
import { Rejected } from '@strand/event-sourcing/errors'
import { tooLarge } from '@strand/platform/http/body'
import { type Attachment, type IncomingFile, memoryContent, receiveFile } from './attachment.ts'
import { InvalidString, openBase64Decoder } from './base64.ts'
import { openScanner, RestTooLong } from './scanner.ts'

export type OrderBody = { body: unknown; attachments: Attachment[]; close: () => Promise<void> }

/** The maximum size in bytes of an order without its files. Only this part is parsed as JSON. */
const restLimit = 64 * 1024
/** What `base64Image` holds once its bytes have been taken out. */
const placeholder = 'attached'

const invalidJson = (cause?: unknown) => new Rejected('invalid', invalidFormText, { cause })
export const filesTooLarge = () =>
  new Rejected('too-large', 'Together, the files are larger than 60mb.')

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw invalidJson(error)
  }
}

/**
 * Replaces the strings in `files[].base64Image` with the placeholder; `attach` turns each of them
 * into an attachment.
 */
const extractImages = (body: unknown, attach: (image: string) => Attachment): Attachment[] => {
  const files = (body as { files?: unknown } | null)?.files
  if (!Array.isArray(files)) return []
  return files.map((file: unknown) => {
    if (typeof file !== 'object' || file === null || !('base64Image' in file)) return null
    const image = file.base64Image
    if (typeof image !== 'string' || image === '') return null
    file.base64Image = placeholder
    return attach(image)
  })
}

/** Parses an order of at most `restLimit` bytes with its files. Throws `Rejected('invalid')`. */
export const parseOrderBody = (json: string): OrderBody => {
  const body = parse(json)
  const attachments = extractImages(body, (image) => {
    const decoder = openBase64Decoder()
    const quoted = Buffer.from(JSON.stringify(image).slice(1, -1))
    const bytes = Buffer.concat([decoder.decode(quoted), decoder.end()])
    return memoryContent(decoder.isBase64() ? bytes : new Uint8Array())
  })
  return { body, attachments, close: async () => {} }
}

/**
 * Receives an order of any size; writes its files to disk as they arrive. Throws `Rejected`:
 * `too-large` if the files together or the rest are too large; `invalid` if the body is not JSON,
 * or has files anywhere but in `files[].base64Image`. `close` frees the disk space.
 */
export const receiveOrderBody = async (
  chunks: AsyncIterable<Buffer>,
  charge: (ms: number) => void = () => {},
): Promise<OrderBody> => {
  const incoming: IncomingFile[] = []
  const close = async () => {
    for (const file of incoming.splice(0)) await file.close()
  }
  try {
    return { ...(await receive(chunks, incoming, charge)), close }
  } catch (error) {
    await close()
    if (error instanceof RestTooLong) throw tooLarge()
    throw error instanceof InvalidString ? invalidJson(error) : error
  }
}

const receive = async (
  chunks: AsyncIterable<Buffer>,
  incoming: IncomingFile[],
  charge: (ms: number) => void,
) => {
  const secret = randomUUID()
  const scanner = openScanner(restLimit, (index) => `${secret}:${index}`)
  const received = new Map<string, Attachment>()
  let totalBytes = 0
  const scan = (chunk: Buffer) => {
    const began = performance.now()
    try {
      return [...scanner.pieces(chunk)]
    } finally {
      charge(performance.now() - began)
    }
  }
  for await (const chunk of chunks)
    for (const piece of scan(chunk)) {
      if (piece.type === 'begin') {
        if (incoming.length === maxFiles)
          throw new Rejected('invalid', `At most ${maxFiles} files, please`)
        incoming.push(await receiveFile())
      } else if (piece.type === 'bytes') {
        totalBytes += (await incoming.at(-1)?.add(piece.bytes)) ?? 0
        if (totalBytes > maxFilesSize) throw filesTooLarge()
      } else
        received.set(`${secret}:${incoming.length - 1}`, (await incoming.at(-1)?.end()) ?? null)
    }

  const body = parse(scanner.rest())
  const attachments = extractImages(body, (image) => {
    const attachment = received.get(image)
    // The scanner does not recognize a key that is written with escapes: the string after it was
    // parsed with the rest, and is small.
    if (attachment === undefined) throw invalidJson()
    received.delete(image)
    return attachment
  })
  if (received.size > 0) throw invalidJson()
  return { body, attachments }
}
