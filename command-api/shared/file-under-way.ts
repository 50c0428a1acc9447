import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Opens a file for bytes in transit. The file is unlinked at once, so that a crash leaves nothing
 * behind.
 */
export const openFileUnderWay = async (): Promise<FileHandle> => {
  const name = path.join(tmpdir(), `strand-under-way-${randomUUID()}`)
  const file = await open(name, 'wx+', 0o600)
  await unlink(name)
  return file
}

/** Reads the first `length` bytes of a file that has at least as many. */
export const readBack = async (file: FileHandle, length: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(length)
  let at = 0
  while (at < length) {
    const { bytesRead } = await file.read(bytes, at, length - at, at)
    if (bytesRead === 0) throw new Error('a file ended before its length')
    at += bytesRead
  }
  return bytes
}
