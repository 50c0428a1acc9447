import { BadSetting } from '../../config.ts'
import { openCheckpoint, type TreeHead } from '../checkpoint.ts'
import { hashBytes } from '../hashes.ts'
import { parseVerifierKey, type Verifier } from '../note.ts'
import { consistencyProof, extendsTree, type ReadTile, rootFromTiles } from '../proof.ts'
import { tilePath } from '../tile-path.ts'

/** Milliseconds for an answer of the log. */
const timeout = 10_000
/** Bytes: no answer of a log is longer. */
const longest = 100_000

export type PublishedVerdict = {
  head: TreeHead
  /** What is wrong; null if nothing is. */
  problem: string | null
}

/**
 * Verifies a log by what it publishes, without its database: the newest checkpoint's signature,
 * whether the tiles give its root, and whether it extends the checkpoint that the caller kept.
 * Throws BadSetting when the log does not answer as a log does.
 *
 * @param options.url of the log, as in `https://shop.example/api/audit/log`
 * @param options.key the verifier key that the caller kept; without it, the one that the log names,
 *   which then proves only that the log agrees with itself
 */
export const verifyPublished = async (options: {
  url: string
  key?: string | undefined
  since?: string | undefined
}): Promise<PublishedVerdict> => {
  const base = options.url.replace(/\/+$/, '')
  const text = async (path: string) => (await read(`${base}/${path}`)).toString()
  const key = readKey(options.key ?? (await text('key')))
  const head = openCheckpoint(await text('checkpoint'), key)
  if (!head) throw new BadSetting('The log shows no checkpoint that this key has signed')
  const readTile: ReadTile = async (level, index, width) => {
    // A tile that has been filled since may be kept only as a whole.
    const bytes = await read(`${base}/tile/${tilePath({ level, index, width })}`)
    if (bytes.length !== width * hashBytes) throw new BadSetting('A tile has another width')
    return bytes
  }
  if (!(await rootFromTiles(readTile, head.size)).equals(head.root))
    return { head, problem: 'the tiles do not give the root of the newest checkpoint' }
  return { head, problem: await problemSince(readTile, head, key, options.since) }
}

const problemSince = async (
  readTile: ReadTile,
  head: TreeHead,
  key: Verifier,
  since: string | undefined,
): Promise<string | null> => {
  if (since === undefined) return null
  const kept = openCheckpoint(since, key)
  if (!kept) return 'the checkpoint that you kept was not signed by this key for this log'
  if (kept.size > head.size)
    return `the log shows ${head.size} events, and the checkpoint that you kept ${kept.size}`
  if (kept.size === 0) return null
  const proof = await consistencyProof(readTile, kept.size, head.size)
  if (extendsTree(kept, head, proof)) return null
  return `not all of the first ${kept.size} events are as the checkpoint that you kept has them`
}

const readKey = (text: string): Verifier => {
  try {
    return parseVerifierKey(text)
  } catch (error) {
    throw new BadSetting(error instanceof Error ? error.message : 'This is no verifier key')
  }
}

const read = async (url: string): Promise<Buffer> => {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeout), redirect: 'error' })
    if (answer.status !== 200) throw new Error(`it answers ${answer.status}`)
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of answer.body ?? []) {
      length += chunk.length
      if (length > longest) throw new Error('its answer is too long')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    throw new BadSetting(`${url} cannot be read: ${reason}`)
  }
}
