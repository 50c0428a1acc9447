import { beginning, type Position } from '../event-store/event-store.ts'
import type { Connection } from '../postgres/pool.ts'
import { openCheckpoint } from './checkpoint.ts'
import { emptyRoot } from './hashes.ts'
import { signerOf, verifierKey } from './note.ts'
import { readCheckpoint, readTile, readTree } from './tables.ts'
import { edgeOf, openTree, type Tile, type Tree } from './tree.ts'

export type LoadedTree = {
  tree: Tree
  /** The first checkpoint has fixed it. */
  origin: string
  /** Of the last event in the tree. */
  position: Position
  /** As the events in the tree say; see `proof-stream.ts`. */
  macsFrom: number | null
  /** The newest checkpoint; day '' and size 0 before the first. */
  signed: { day: string; size: number; root: Buffer }
}

/**
 * The tree as its last batch left it. Throws when it must not grow on: signed with another key,
 * ahead of the log, or with tiles that do not give the root that was signed, which would otherwise
 * be signed as well.
 */
export const loadTree = async (
  connection: Connection,
  options: { signingKey: Buffer; origin: string; head: Position | undefined },
): Promise<LoadedTree> => {
  const stored = await readTree(connection)
  const none = { day: '', size: 0, root: emptyRoot }
  if (!stored)
    return {
      ...{ tree: openTree(), origin: options.origin, position: beginning, macsFrom: null },
      signed: none,
    }
  const { origin, size, position } = stored
  const macsFrom = size === 0 ? null : stored.macsFrom
  const key = signerOf(origin, options.signingKey)
  if (verifierKey(key) !== stored.verifierKey)
    throw new Error('LOG_SIGNING_KEY is not the key that signed the checkpoints so far')
  if (options.head !== undefined && options.head < position)
    throw new Error(
      'The log ends before its newest checkpoint: after a restore, run verify with --after-restore',
    )
  const edge: Tile[] = []
  for (const { level, index } of edgeOf(size)) {
    const hashes = await readTile(connection, level, index)
    if (hashes) edge.push({ level, index, hashes })
  }
  const tree = openTree(size, edge)
  const newest = await readCheckpoint(connection)
  if (!newest && size === 0) return { tree, origin, position, macsFrom, signed: none }
  const head = newest && openCheckpoint(newest.note, key)
  const isSigned = head?.size === size && head.root.equals(tree.root())
  if (head === null || (head.size <= size && !isSigned))
    throw new Error('The tiles do not give the root that was signed last: run verify')
  return { tree, origin, position, macsFrom, signed: { day: newest?.day ?? '', ...head } }
}
