import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { orUnavailable } from '@strand/platform/files/open'

/**
 * Buffers a stream in an unlinked file, so that hundreds of slow uploads cost no memory and a crash
 * leaves nothing behind; `use` reads the whole file back when it is due.
 */
export const bufferOnDisk = async <T>(
  content: Readable,
  use: (read: () => Promise<Uint8Array>) => Promise<T>,
): Promise<T> => {
  const name = path.join(tmpdir(), `strand-upload-${randomUUID()}`)
  const file = await orUnavailable(open(name, 'wx+', 0o600))
  try {
    await unlink(name)
    await orUnavailable(file.writeFile(content))
    return await use(() => readBack(file))
  } finally {
    await file.close()
  }
}

const readBack = async (file: FileHandle): Promise<Uint8Array> => {
  const { size } = await file.stat()
  const bytes = new Uint8Array(size)
  let at = 0
  while (at < size) {
    const { bytesRead } = await file.read(bytes, at, size - at, at)
    if (bytesRead === 0) throw new Error('a file ended before its length')
    at += bytesRead
  }
  return bytes
}
