import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { hashBytes } from './hashes.ts'
import type { ReadTile } from './proof.ts'
import { tilePath } from './tile-path.ts'
import { tileWidth } from './tree.ts'

/** Timeouts in milliseconds: for one answer from a log, and for all answers together. */
const [timeout, allInAll] = [10_000, 60_000]
/** The maximum size of a published file, in bytes. */
export const maxPublished = 100_000

/**
 * Reads the file that a log publishes under a relative path, such as `tile/0/000`; null if there is
 * none. Throws an Error with a readable sentence if the file cannot be read, is larger than 100 kB
 * or takes over 10 s, or if all reads together take over a minute.
 */
export type ReadPublished = (path: string) => Promise<Buffer | null>

/**
 * @param url the log's address, such as `https://shop.example/api/audit/log`; only paths below it
 *   are fetched
 */
export const publishedAt = (url: string): ReadPublished => {
  const base = url.replace(/\/+$/, '')
  const end = AbortSignal.timeout(allInAll)
  return (path) => readAddress(`${base}/${path}`, end)
}

/** @param folder the folder that has the log's files under the same relative paths */
export const publishedIn =
  (folder: string): ReadPublished =>
  (name) =>
    readShortFile(path.join(folder, name))

/**
 * Reads a log's tiles, each only once. If the log no longer has a partial tile, reads the full one
 * instead. Throws an Error with a readable sentence if a tile is missing or has the wrong width.
 */
export const tilesOf = (read: ReadPublished): ReadTile => {
  const known = new Map<string, Buffer>()
  return async (level, index, width) => {
    const address = `tile/${tilePath({ level, index, width })}`
    const hashes =
      known.get(address) ??
      (await read(address)) ??
      (await read(`tile/${tilePath({ level, index, width: tileWidth })}`))
    if (!hashes) throw new Error(`${address} is missing`)
    if (hashes.length !== width * hashBytes && hashes.length !== tileWidth * hashBytes)
      throw new Error(`${address} has the wrong width`)
    known.set(address, hashes)
    return hashes
  }
}

/** Reads a file of at most 100 kB; null if it does not exist. */
export const readShortFile = async (file: string): Promise<Buffer | null> => {
  const found = await stat(file).catch(nullIfMissing)
  if (!found) return null
  if (!found.isFile()) throw new Error(`${file} is not a file`)
  const handle = await open(file)
  try {
    // The file may grow while it is read, and `stat` may have reported a wrong length.
    const bytes = Buffer.alloc(maxPublished + 1)
    let length = 0
    for (;;) {
      const { bytesRead } = await handle.read(bytes, length)
      length += bytesRead
      if (length > maxPublished) throw new Error(`${file} is too long`)
      if (bytesRead === 0) return bytes.subarray(0, length)
    }
  } finally {
    await handle.close()
  }
}

const nullIfMissing = (error: unknown): null => {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return null
  throw error
}

const readAddress = async (url: string, end: AbortSignal): Promise<Buffer | null> => {
  try {
    const signal = AbortSignal.any([end, AbortSignal.timeout(timeout)])
    const answer = await fetch(url, { signal, redirect: 'error' })
    if (answer.status === 200) return await readBody(answer)
    await answer.body?.cancel()
    if (answer.status === 404) return null
    throw new Error(`it answered with status ${answer.status}`)
  } catch (error) {
    const { message = 'unknown', cause } = error instanceof Error ? error : {}
    const reason = cause instanceof Error && cause.message ? cause.message : message
    throw new Error(`${url} cannot be read: ${reason}`)
  }
}

/**
 * Reads a body up to the limit; leaving the loop aborts the rest. Uses no package, because
 * witnesses run without packages.
 */
const readBody = async ({ body }: Response): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > maxPublished) throw new Error('its answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
