import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { orUnavailable } from '@strand/platform/files/open'
import { prepend } from './prepend.ts'

/**
 * Bytes of one file that stay in memory: a photo that the web app has scaled down. The 64 files that
 * may be in transit take at most 32 MB.
 */
export const bytesInMemory = 512 * 1024

/**
 * Buffers a stream, so that its bytes wait for their turn. More than `bytesInMemory` go to an unlinked
 * file, so that slow uploads cost no memory and a crash leaves nothing behind; `use` reads the whole
 * content when it is due.
 */
export const bufferContent = async <T>(
  content: Readable,
  use: (read: () => Promise<Uint8Array>) => Promise<T>,
): Promise<T> => {
  const chunks = content[Symbol.asyncIterator]() as AsyncGenerator<Buffer>
  const first = await readFirst(chunks)
  if (first.ended) return use(async () => first.bytes)
  return bufferOnDisk(prepend(first.bytes, chunks), use)
}

/** The whole content, or as much of it as exceeds what stays in memory. */
const readFirst = async (chunks: AsyncGenerator<Buffer>) => {
  const read: Buffer[] = []
  for (let size = 0; size <= bytesInMemory; ) {
    const { done, value } = await chunks.next()
    if (done) return { ended: true, bytes: Buffer.concat(read) }
    read.push(value)
    size += value.length
  }
  return { ended: false, bytes: Buffer.concat(read) }
}

const bufferOnDisk = async <T>(
  content: AsyncIterable<Buffer>,
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
