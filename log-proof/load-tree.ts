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
  /** The first checkpoint has fixed it. */
  origin: string
  /** The keys of `LOG_SIGNING_KEY`; the first one signs, or shall. */
  held: [Signer, ...Signer[]]
  /** Those that signed, as the events in the tree say; the last one signs. */
  keys: Verifier[]
  /** A change to the first of `held` that waits until the log holds it. */
  keyChange: string | null
  /** The position of the last event in the tree. */
  position: Position
  /** The position of the last change of the key in the log. A rebuilt tree is not signed before it. */
  signedFrom: Position
  /** As the events in the tree say; see `proof-stream.ts`. */
  macsFrom: number | null
  /** The newest checkpoint; day '' and size 0 before the first. */
  signed: { day: string; size: number; root: Buffer }
}

type LoadOptions = {
  /** `LOG_SIGNING_KEY`. */
  signingKeys: SigningKeys
  origin: string
  head: Position | undefined
  /** Those of the stream `log-proof`. */
  proofEvents: RecordedEvent[]
}

/** @param size of the newest checkpoint; 0 if the log alone says which key signs it */
export const isNotHeld = (size: number) => {
  const signed = size === 0 ? 'this log' : `the checkpoints so far, up to ${size} events`
  return new Error(
    `LOG_SIGNING_KEY is not the key that signed ${signed}: set it to that key, behind a new one if there is one`,
  )
}

/**
 * The tree as its last batch left it. Throws when it must not grow on: signed with another key,
 * ahead of the log, or with tiles that do not give the root that was signed, which would otherwise
 * be signed as well.
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
  // A rebuilt tree that was never signed is not built upon.
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

/** Up to the last event in the tree. */
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
 * What the newest checkpoint says. A tree that is being rebuilt may not have reached the key that signed it.
 *
 * @param signers all keys of the setting and of the log
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
