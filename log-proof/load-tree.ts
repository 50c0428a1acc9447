import {
  beginning,
  type Position,
  type RecordedEvent,
} from '@strand/event-sourcing/event-store/event-store'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import { openCheckpoint } from './checkpoint.ts'
import { emptyRoot } from './hashes.ts'
import { openKeyChain } from './key-chain.ts'
import { isSameKey } from './key-change.ts'
import { parseVerifierKey, type Signer, type SigningKeys, signerOf, type Verifier } from './note.ts'
import {
  readCheckpoint,
  readTile,
  readTree,
  type StoredCheckpoint,
  type StoredTree,
} from './tables.ts'
import { edgeOf, openTree, type Tile, type Tree } from './tree.ts'

export type LoadedTree = {
  tree: Tree
  /** The name of the log, which its first checkpoint fixed. */
  origin: string
  /**
   * The keys of `LOG_SIGNING_KEY`. If the first key is new, it signs only once the log has recorded
   * the change to it.
   */
  held: [Signer, ...Signer[]]
  /**
   * The keys that have signed so far, according to the events in the tree; the last one is in
   * force.
   */
  keys: Verifier[]
  /** A signed change to the first key of `held` that the log has not recorded yet; null if none. */
  keyChange: string | null
  position: Position
  /**
   * The position of the log's last change of keys. A rebuilt tree is signed only from this position
   * on.
   */
  signedFrom: Position
  /**
   * The index from which every event has a MAC, as an event in the tree states it; null if none
   * does. See `proof-stream.ts`.
   */
  macsFrom: number | null
  /** The newest checkpoint. Before the first checkpoint, `day` is '' and `size` is 0. */
  signed: { day: string; size: number; root: Buffer }
}

type LoadOptions = {
  signingKeys: SigningKeys
  origin: string
  head: Position | undefined
  proofEvents: RecordedEvent[]
}

/**
 * The error for a missing key.
 *
 * @param size the size of the newest checkpoint; 0 if only the log says which key signs
 */
export const isNotHeld = (size: number) => {
  const signed = size === 0 ? 'this log' : `the checkpoints so far, up to ${size} events`
  return new Error(
    `LOG_SIGNING_KEY is not the key that signed ${signed}: set it to that key, or put that key behind the new one`,
  )
}

/**
 * Loads the tree as its last batch left it. Throws if the tree must not grow: if the setting lacks
 * the key that signed it, if the log ends before the tree, or if its tiles do not give the signed
 * root. Otherwise, wrong tiles would be signed.
 */
export const loadTree = async (
  connection: Connection,
  options: LoadOptions,
): Promise<LoadedTree> => {
  const stored = await readTree(connection)
  const none = { day: '', size: 0, root: emptyRoot }
  const origin = stored?.origin ?? options.origin
  const [signing, ...older] = options.signingKeys
  const held: LoadedTree['held'] = [
    signerOf(origin, signing),
    ...older.map((key) => signerOf(origin, key)),
  ]
  const chain = openKeyChain(options.proofEvents)
  const signedFrom = chain.changes.at(-1)?.position ?? beginning
  const anew: LoadedTree = {
    tree: openTree(),
    origin,
    held,
    keys: [chain.keys[0]?.key ?? held[0]],
    keyChange: null,
    position: beginning,
    signedFrom,
    macsFrom: null,
    signed: none,
  }
  if (!stored) return anew
  const { size, position, macsFrom, keyChange } = stored
  if (options.head !== undefined && options.head < position)
    throw new Error(
      'The log ends before its newest checkpoint: set EVENT_STORE_URL right, or after a restore run verify with --after-restore',
    )
  const newest = await readCheckpoint(connection)
  // A rebuilt tree that has not been signed starts again.
  if (!newest && position < signedFrom) return anew
  const isBegun = size === 0 && chain.keys.length > 0
  const keys = isBegun ? anew.keys : keysOf(stored, options.proofEvents)
  const edge: Tile[] = []
  for (const { level, index } of edgeOf(size)) {
    const hashes = await readTile(connection, level, index)
    if (hashes) edge.push({ level, index, hashes })
  }
  const tree = openTree(size, edge)
  const known = { ...anew, tree, position, keys, keyChange, macsFrom: size === 0 ? null : macsFrom }
  if (!newest && size === 0) return known
  const signers = [...held, ...chain.keys.map(({ key }) => key)]
  const head = newest && openNewest(newest, known, signers)
  const isSigned = head?.size === size && head.root.equals(tree.root())
  if (!head || (head.size <= size && !isSigned))
    throw new Error('The tiles do not give the root that was signed last: run verify')
  return { ...known, signed: { day: newest?.day ?? '', ...head } }
}

const keysOf = (stored: StoredTree, proofEvents: RecordedEvent[]): Verifier[] => {
  const chain = openKeyChain(proofEvents.filter(({ position }) => position <= stored.position))
  const [keys, inForce] = [chain.keys.map(({ key }) => key), parseVerifierKey(stored.verifierKey)]
  const last = keys.at(-1)
  if (!last) return [inForce]
  if (chain.wrong || !isSameKey(last, inForce))
    throw new Error('The log does not say that this key signs it: run verify')
  return keys
}

/**
 * The head in the newest checkpoint. A tree that is being rebuilt may not have reached that
 * checkpoint's key yet.
 *
 * @param signers all keys in the setting and in the log
 */
const openNewest = (
  newest: StoredCheckpoint,
  { tree, held, keys }: Pick<LoadedTree, 'tree' | 'held' | 'keys'>,
  signers: Verifier[],
) => {
  const inForce = keys.at(-1)
  const isAnew = tree.size() < newest.size
  const may = isAnew ? signers : held.filter((key) => inForce && isSameKey(key, inForce))
  if (may.length === 0) throw isNotHeld(newest.size)
  const heads = may.map((key) => openCheckpoint(newest.note, key)).filter((head) => head !== null)
  if (heads.length === 0 && isAnew) throw isNotHeld(newest.size)
  return heads[0] ?? null
}
