import { BadSetting } from '../../config.ts'
import { openCheckpoint, type TreeHead } from '../checkpoint.ts'
import { compareHeads } from '../compare-heads.ts'
import { parseVerifierKey, type Verifier } from '../note.ts'
import { type ReadTile, rootFromTiles } from '../proof.ts'
import { publishedAt, tilesOf } from '../published.ts'

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
  const read = publishedAt(options.url)
  const tile = tilesOf(read)
  const text = async (path: string) => {
    const bytes = await orBadSetting(read(path))
    if (!bytes) throw new BadSetting(`There is no ${path} at ${options.url}`)
    return bytes.toString()
  }
  const key = readKey(options.key ?? (await text('key')))
  const head = openCheckpoint(await text('checkpoint'), key)
  if (!head) throw new BadSetting('The log shows no checkpoint that this key has signed')
  const readTile: ReadTile = (...shape) => orBadSetting(tile(...shape))
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
  switch (await compareHeads(readTile, kept, head)) {
    case 'extended':
      return null
    case 'shorter':
      return `the log shows ${head.size} events, and the checkpoint that you kept ${kept.size}`
    case 'altered':
      return `not all of the first ${kept.size} events are as the checkpoint that you kept has them`
    case 'unproven':
      return 'the tiles do not give the root of the newest checkpoint'
  }
}

/** What the log publishes cannot be read: whoever asked has to see to it. */
const orBadSetting = async <T>(reading: Promise<T>): Promise<T> => {
  try {
    return await reading
  } catch (error) {
    throw new BadSetting(error instanceof Error ? error.message : 'The log cannot be read')
  }
}

const readKey = (text: string): Verifier => {
  try {
    return parseVerifierKey(text)
  } catch (error) {
    throw new BadSetting(error instanceof Error ? error.message : 'This is no verifier key')
  }
}
