import { conflict, unavailable } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { parseHead } from './checkpoint.ts'
import { cosignedNote, readCosignatures } from './cosignature-tables.ts'
import type { Entry } from './entries.ts'
import { leafHash } from './hashes.ts'
import { readNote } from './note.ts'
import { includes, inclusionProof, type ReadTile } from './proof.ts'
import { readCheckpoint, readTile } from './tables.ts'

/** Reads tiles for a proof. Throws `Rejected('unavailable')` while the tree is being rebuilt. */
export const tilesOf =
  (pool: Pool): ReadTile =>
  async (level, index) => {
    const tile = await readTile(pool, level, index)
    if (!tile) throw unavailable('The proof of the log')
    return tile
  }

/**
 * Proves that an entry is in the log, with the newest checkpoint and the witnesses' signatures
 * (c2sp.org/tlog-proof). Its `extra` line holds the leaf. Null if no checkpoint covers the entry
 * yet. Throws `Rejected('conflict')` rather than return a proof that does not hold.
 */
export const signedProof = async (pool: Pool, { index, leaf }: Entry): Promise<string | null> => {
  const checkpoint = await readCheckpoint(pool)
  const head = checkpoint && parseHead(readNote(checkpoint.note)?.text ?? '')
  if (!checkpoint || !head || head.size <= index) return null
  const proof = await inclusionProof(tilesOf(pool), index, head.size)
  if (!includes(head, { index, hash: leafHash(leaf) }, proof))
    throw conflict('The tiles do not give the root that was signed: run verify')
  const cosignatures = await readCosignatures(pool, [head.size])
  return [
    'c2sp.org/tlog-proof@v1',
    `extra ${Buffer.from(leaf).toString('base64')}`,
    `index ${index}`,
    ...proof.map((hash) => hash.toString('base64')),
    '',
    cosignedNote(checkpoint.note, cosignatures),
  ].join('\n')
}
