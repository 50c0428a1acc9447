import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { maxFileSize } from '@strand/contracts/uploads'
import { unavailable } from '@strand/event-sourcing/errors'
import { openFileUnderWay, readBack } from '../../shared/file-under-way.ts'
import { openBase64Decoder } from './base64.ts'

export type FileContent = {
  size: number
  /** In hexadecimal, of the bytes as received. */
  sha256: string
  read: () => Promise<Uint8Array>
  /** Reads the first `length` bytes, or fewer if the file is shorter. */
  head: (length: number) => Promise<Uint8Array>
  stream: () => Readable
}

/**
 * The file in one entry of `files`: its bytes, a mark that it is too large, or null if the entry
 * names an upload.
 */
export type Attachment = FileContent | { tooLarge: true } | null

export const memoryContent = (bytes: Uint8Array): FileContent => ({
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  read: async () => bytes,
  head: async (length) => bytes.subarray(0, length),
  stream: () => Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)]),
})

/** A file that is arriving: its base64 in the order's JSON is decoded and written to disk. */
export type IncomingFile = {
  /**
   * Returns by how many bytes the file grew. Throws `Rejected('unavailable')` if the disk is full.
   */
  add: (part: Buffer) => Promise<number>
  end: () => Promise<Attachment>
  close: () => Promise<void>
}

export const receiveFile = async (): Promise<IncomingFile> => {
  const file = await openFileUnderWay().catch(throwDiskUnavailable)
  const decoder = openBase64Decoder()
  const hash = createHash('sha256')
  let size = 0
  let isEmpty = true

  const keep = async (bytes: Buffer): Promise<number> => {
    size += bytes.length
    if (bytes.length === 0 || size > maxFileSize) return 0
    hash.update(bytes)
    await file.appendFile(bytes).catch(throwDiskUnavailable)
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
      if (size > maxFileSize) return { tooLarge: true }
      // Text that is not base64 becomes an empty file, which has no type that the shop accepts.
      return contentOf(file, decoder.isBase64() ? size : 0, hash.digest('hex'))
    },
    close: () => file.close(),
  }
}

const throwDiskUnavailable = (error: unknown): never => {
  throw unavailable('The storage for uploaded files', error, 30)
}

const contentOf = (file: FileHandle, size: number, sha256: string): FileContent => ({
  size,
  sha256,
  read: () => readBack(file, size),
  head: (length) => readBack(file, Math.min(size, length)),
  stream: () =>
    size === 0
      ? Readable.from([])
      : file.createReadStream({ start: 0, end: size - 1, autoClose: false }),
})
