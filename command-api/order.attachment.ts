import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { maximumFileSize } from '@strand/contracts/upload'
import { unavailable } from '@strand/platform/errors'
import { openBase64Decoder } from './order.base64.ts'

/** The bytes of a file that came inside an order, wherever they are kept until it is taken. */
export type FileContent = {
  size: number
  /** Hex, of the bytes as they came. */
  sha256: string
  read: () => Promise<Uint8Array>
  /** Its first bytes, at most so many. */
  head: (length: number) => Promise<Uint8Array>
  stream: () => Readable
}

/** Of one entry of `files`: its bytes, none where it names an upload, or that it is too large. */
export type Attachment = FileContent | { tooLarge: true } | null

export const inMemory = (bytes: Uint8Array): FileContent => ({
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  read: async () => bytes,
  head: async (length) => bytes.subarray(0, length),
  stream: () => Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)]),
})

/** One file on its way in: base64 as it lies in the order's JSON goes to disk as bytes. */
export type Incoming = {
  /** How many bytes the file has grown by. Throws Rejected `unavailable` when the disk is full. */
  add: (part: Buffer) => Promise<number>
  end: () => Promise<Attachment>
  close: () => Promise<void>
}

/** The file on disk has no name, so that a crash leaves nothing of it. */
export const receiveFile = async (): Promise<Incoming> => {
  const name = path.join(tmpdir(), `strand-order-${randomUUID()}`)
  const file = await open(name, 'wx+', 0o600).catch(noRoom)
  await unlink(name)
  const decoder = openBase64Decoder()
  const hash = createHash('sha256')
  let size = 0
  let isEmpty = true

  const keep = async (bytes: Buffer): Promise<number> => {
    size += bytes.length
    if (bytes.length === 0 || size > maximumFileSize) return 0
    hash.update(bytes)
    await file.appendFile(bytes).catch(noRoom)
    return bytes.length
  }
  return {
    add: (part) => {
      isEmpty = false
      return keep(decoder.decode(part))
    },
    end: async () => {
      await keep(decoder.end())
      if (isEmpty) return null
      if (size > maximumFileSize) return { tooLarge: true }
      // What is not base64 becomes a file of no type that the shop takes.
      return contentOf(file, decoder.isBase64() ? size : 0, hash.digest('hex'))
    },
    close: () => file.close(),
  }
}

const noRoom = (error: unknown): never => {
  throw unavailable('The place for files under way', error, 30)
}

const contentOf = (file: FileHandle, size: number, sha256: string): FileContent => ({
  size,
  sha256,
  read: () => readBytes(file, size),
  head: (length) => readBytes(file, Math.min(size, length)),
  stream: () =>
    size === 0
      ? Readable.from([])
      : file.createReadStream({ start: 0, end: size - 1, autoClose: false }),
})

const readBytes = async (file: FileHandle, length: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(length)
  let at = 0
  while (at < length) {
    const { bytesRead } = await file.read(bytes, at, length - at, at)
    if (bytesRead === 0) throw new Error('a file ended before its length')
    at += bytesRead
  }
  return bytes
}
