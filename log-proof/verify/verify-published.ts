import { BadSetting } from '@strand/event-sourcing/errors'
import { openCheckpoint, type TreeHead } from '../checkpoint.ts'
import { compareHeads } from '../compare-heads.ts'
import { keysAround } from '../key-change.ts'
import { parseVerifierKey, type Verifier } from '../note.ts'
import { type ReadTile, rootFromTiles } from '../proof.ts'
import { publishedAt, type ReadPublished, tilesOf } from '../published.ts'

type PublishedVerdict = {
  head: TreeHead
  /** What is wrong; null if nothing is. */
  problem: string | null
}

/**
 * Verifies a log from its published files, without its database. Checks the newest checkpoint's
 * signature, that the tiles give its root, and that it extends the checkpoint that the caller kept.
 * Throws BadSetting if the address does not answer like a log.
 *
 * @param options.url the log's address, such as `https://shop.example/api/audit/log`
 * @param options.key the verifier key that the caller kept. If it is omitted, the key that the log
 *   itself states is used, which proves only that the log agrees with itself
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
  const newest = () => text('checkpoint')
  const keys = await keysOfLog(read, key)
  // The key may have changed between the two requests.
  const head =
    openBy(keys.slice(-1), await newest()) ??
    openBy((await keysOfLog(read, key)).slice(-1), await newest())
  if (!head) throw new BadSetting('The log shows no checkpoint that this key has signed')
  const readTile: ReadTile = (...shape) => orBadSetting(tile(...shape))
  if (!(await rootFromTiles(readTile, head.size)).equals(head.root))
    return { head, problem: 'the tiles do not give the root of the newest checkpoint' }
  return { head, problem: await problemSince(readTile, head, keys, options.since) }
}

const problemSince = async (
  readTile: ReadTile,
  head: TreeHead,
  keys: Verifier[],
  since: string | undefined,
): Promise<string | null> => {
  if (since === undefined) return null
  const kept = openBy(keys, since)
  if (!kept) return 'the checkpoint that you kept was not signed by this key for this log'
  switch (await compareHeads(readTile, kept, head)) {
    case 'extended':
      return null
    case 'shorter':
      return `the log shows ${head.size} events, but the checkpoint that you kept has ${kept.size}`
    case 'altered':
      return `not all of the first ${kept.size} events are as the checkpoint that you kept has them`
    case 'unproven':
      return 'the tiles do not give the root of the newest checkpoint'
  }
}

/**
 * All keys of the log, newest last, if the published changes include the given key; otherwise only
 * the given key.
 */
const keysOfLog = (read: ReadPublished, key: Verifier): Promise<Verifier[]> =>
  orBadSetting(read('key-changes').then((changes) => keysAround(key, changes?.toString() ?? '')))

const openBy = (keys: Verifier[], note: string): TreeHead | null =>
  keys.map((key) => openCheckpoint(note, key)).find((head) => head !== null) ?? null

/** Turns any error in reading the published files into a BadSetting with a readable sentence. */
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
    throw new BadSetting(error instanceof Error ? error.message : 'This is not a verifier key')
  }
}
