import type { Readable } from 'node:stream'
import { orUnavailable } from '@strand/platform/files/open'
import { openFileUnderWay, readBack } from '../shared/file-under-way.ts'
import type { WaitingContent } from './pictures.ts'
import { prepend } from './prepend.ts'

/** In bytes, per file: the size of a photo that the web app has scaled down. */
export const bytesInMemory = 512 * 1024
/**
 * In bytes, for all files together: beyond this limit, further files go to disk from their first
 * byte.
 */
const allInMemory = 32 * 1024 * 1024

let promised = 0

/**
 * Buffers a stream's content while it waits for its turn. Content beyond `bytesInMemory` goes to an
 * unlinked file, so that slow uploads cost no memory and a crash leaves nothing behind. `use` reads
 * the whole content when its turn comes.
 */
export const bufferContent = async <T>(
  content: Readable,
  use: (content: WaitingContent) => Promise<T>,
): Promise<T> => {
  const mine = promised + bytesInMemory <= allInMemory ? bytesInMemory : 0
  promised += mine
  try {
    const chunks = content[Symbol.asyncIterator]() as AsyncGenerator<Buffer>
    const first = await readFirst(chunks, mine)
    if (!first.ended) return await bufferOnDisk(prepend(first.bytes, chunks), use)
    return await use({
      head: async (length) => first.bytes.subarray(0, length),
      read: async () => first.bytes,
    })
  } finally {
    promised -= mine
  }
}

/** The whole content or, if it exceeds `most`, its beginning. */
const readFirst = async (chunks: AsyncGenerator<Buffer>, most: number) => {
  const read: Buffer[] = []
  for (let size = 0; size <= most; ) {
    const { done, value } = await chunks.next()
    if (done) return { ended: true, bytes: Buffer.concat(read) }
    read.push(value)
    size += value.length
  }
  return { ended: false, bytes: Buffer.concat(read) }
}

const bufferOnDisk = async <T>(
  content: AsyncIterable<Buffer>,
  use: (content: WaitingContent) => Promise<T>,
): Promise<T> => {
  const file = await orUnavailable(openFileUnderWay())
  try {
    await orUnavailable(file.writeFile(content))
    const { size } = await file.stat()
    return await use({
      head: (length) => readBack(file, Math.min(size, length)),
      read: () => readBack(file, size),
    })
  } finally {
    await file.close()
  }
}
