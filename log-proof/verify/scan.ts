import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { countHashes, hashAt, hashBytes } from '../hashes.ts'
import { isSameKey } from '../key-change.ts'
import { leafHashOf } from '../leaf.ts'
import { proofStream } from '../proof-stream.ts'
import { readTile, readTiles } from '../tables.ts'
import { openTree, type Tile, type Tree, tileWidth } from '../tree.ts'
import { hasMac } from '../writer-mac.ts'
import type { Finding, VerifyLogOptions } from './options.ts'
import { openRevisions } from './revisions.ts'
import type { Signed, SignedHead } from './signed.ts'
import type { StoredEvent } from './stored-events.ts'

type ScanOptions = Pick<VerifyLogOptions, 'pool' | 'log' | 'writerKey' | 'onProgress'> & {
  signed: Signed
  macsFrom: number | null
}

/**
 * Builds the tree from the stored events and compares it with the signed tree, up to the first
 * difference.
 */
export const scanLog = async (
  options: ScanOptions,
): Promise<{ events: number; finding: Finding | null }> => {
  const { log, onProgress, signed } = options
  const scan = openScan(options)
  for await (const batch of log.events()) {
    for (const event of batch) {
      const finding = await scan.add(event)
      if (finding) return { events: scan.tree.size(), finding }
    }
    const finding = await scan.compareUpperTiles()
    if (finding) return { events: scan.tree.size(), finding }
    onProgress?.(scan.tree.size(), Math.max(scan.tree.size(), signed.tree.size))
  }
  return { events: scan.tree.size(), finding: scan.end() ?? (await scan.compareUpperTiles()) }
}

const openScan = ({ pool, signed, writerKey, macsFrom }: ScanOptions) => {
  const tree = openTree()
  const storedHashes = openStoredHashes(pool)
  const revisions = openRevisions()
  const heads = [...signed.checkpoints]
  const { chain } = signed
  let changes = 0
  /**
   * Set once an event differs from its tile: the event's index, and a tree built only from the
   * tiles.
   */
  let differing: { index: number; tiles: Tree } | undefined
  let unaltered = 0

  const add = async (event: StoredEvent): Promise<Finding | null> => {
    const index = tree.size()
    const wrong = event.problem ?? wrongRevision(event)
    if (wrong && !differing) return { index, what: wrong }
    const leaf = leafHashOf(event, index)
    if (index < signed.tree.size) await compareWithTile(index, leaf)
    // A different hash in the tile is better evidence than a missing MAC, so tiles are compared
    // first.
    if (!differing && lacksMac(event, index))
      return { index, what: 'it was not written by the shop: it lacks a writer’s MAC' }
    const wrongKey = passKeys(event, index)
    if (wrongKey && !differing) return { index, what: wrongKey }
    tree.append(leaf)
    return passHeads()
  }

  const wrongRevision = ({ stream, revision }: StoredEvent) => {
    const expected = revisions.take(stream)
    if (expected === revision) return
    return `it is revision ${revision} of its stream, but the next one is ${expected}`
  }

  /** What is wrong with the change of keys that this event records; undefined if nothing is. */
  const passKeys = ({ position }: StoredEvent, index: number) => {
    if (position === chain.wrong?.position) return chain.wrong.what
    const change = chain.changes[changes]
    if (change?.position !== position) return
    changes++
    return change.size > index ? 'it was signed when the log had more events' : undefined
  }

  const lacksMac = (event: StoredEvent, index: number) => {
    const isRequired = event.stream === proofStream || index >= (macsFrom ?? Infinity)
    return writerKey !== undefined && isRequired && !hasMac(event, writerKey)
  }

  const compareWithTile = async (index: number, leaf: Buffer): Promise<void> => {
    const stored = await storedHashes.at(index)
    if (!differing && !stored?.equals(leaf))
      differing = { index, tiles: openTree(index, tree.edge()) }
    // If the stored hash is missing, the event's own hash is used in its place, so the event does
    // not count as altered.
    differing?.tiles.append(stored ?? leaf)
  }

  const passHeads = (): Finding | null => {
    for (; heads[0]?.size === tree.size(); heads.shift()) {
      const isSigned = tree.root().equals(heads[0].root)
      if (differing) return decide(differing, isSigned, heads[0])
      if (!isSigned) return rewritten(heads[0])
      const inForce = chain.keys[changes]
      if (inForce && !isSameKey(inForce.key, heads[0].signedBy))
        return {
          index: tree.size(),
          what: `a key that was not in force has signed ${heads[0].what}`,
        }
      unaltered = tree.size()
    }
    return null
  }

  const decide = (
    { index, tiles }: { index: number; tiles: Tree },
    isSigned: boolean,
    head: SignedHead,
  ) => {
    if (isSigned) return { index, what: 'its hash in the stored tile was altered, or is gone' }
    return tiles.root().equals(head.root)
      ? { index, what: `the event is not the one that was signed (${head.what})` }
      : { index, what: `event and tile differ, and neither gives the root of ${head.what}` }
  }

  const rewritten = (head: SignedHead) => ({
    index: unaltered,
    what: `from here to ${head.size} at most, events and tiles are not what ${head.what} signed`,
  })

  return {
    tree,
    add,
    end: (): Finding | null =>
      differing
        ? { index: differing.index, what: 'the event is not the one that its tile was made from' }
        : null,
    /** Compares the tiles of the upper levels that have changed since the last call. */
    compareUpperTiles: async (): Promise<Finding | null> => {
      const changed = tree.takeChanged()
      if (differing) return null
      for (const tile of changed) {
        const finding = tile.level > 0 ? await compareTile(pool, tile, signed.tree.size) : null
        if (finding) return finding
      }
      return null
    },
  }
}

const compareTile = async (pool: Pool, tile: Tile, size: number): Promise<Finding | null> => {
  const span = tileWidth ** tile.level
  const stored = await readTile(pool, tile.level, tile.index)
  for (let place = 0; place < countHashes(tile.hashes); place++) {
    const index = (tile.index * tileWidth + place) * span
    // The follower has not reached this hash yet.
    if (index + span > size) return null
    const isThere = stored && countHashes(stored) > place
    if (!isThere || !hashAt(stored, place).equals(hashAt(tile.hashes, place)))
      return { index, what: `tile ${tile.level}/${tile.index} was altered, or is gone` }
  }
  return null
}

/** How many tiles are held in memory at a time: half a megabyte. */
const page = 64

/** Reads the leaves' hashes from the stored tiles; indexes must increase. */
const openStoredHashes = (pool: Pool) => {
  let tiles = new Map<number, Buffer>()
  let from = -page

  return {
    /** The hash of the leaf at this index; null if no tile has it. */
    at: async (index: number): Promise<Buffer | null> => {
      const number = Math.floor(index / tileWidth)
      if (number >= from + page) {
        from = number
        const rows = await readTiles(pool, 0, from, page)
        tiles = new Map(rows.map((tile) => [tile.index, tile.hashes]))
      }
      const place = index % tileWidth
      const hashes = tiles.get(number)
      return hashes && hashes.length >= (place + 1) * hashBytes ? hashAt(hashes, place) : null
    },
  }
}
