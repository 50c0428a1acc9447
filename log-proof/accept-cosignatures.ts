import { conflict, invalidInput } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { openCheckpoint, type TreeHead } from './checkpoint.ts'
import { openCosignature } from './cosignature.ts'
import type { StoredCosignature } from './cosignature-tables.ts'
import { openKeyChain } from './key-chain.ts'
import {
  parseVerifierKey,
  readNote,
  signatureLine,
  signaturesOf,
  type Verifier,
  verifierKey,
} from './note.ts'
import { rootFromTiles } from './proof.ts'
import { proofStream } from './proof-stream.ts'
import { tilesOf } from './signed-proof.ts'
import { readCheckpoint, readTree } from './tables.ts'

/** How far a witness's clock may be ahead of ours, in milliseconds. */
const ahead = 600_000
const timeBytes = 8

type Accepted = {
  head: TreeHead
  note: string
  cosignatures: StoredCosignature[]
}

/**
 * Checks a checkpoint that witnesses have cosigned. The log and at least one registered witness
 * must have signed it. Signatures of unknown witnesses are ignored. Throws `Rejected('invalid')`,
 * or `Rejected('conflict')` if the log’s tree has another root at the checkpoint's size or has not
 * reached that size.
 */
export const acceptCosignatures = async (
  pool: Pool,
  given: string,
  options: { eventStore: EventStore; witnesses: Verifier[]; now: Date },
): Promise<Accepted> => {
  const read = readNote(given)
  const { key, head } = (await openOwn(pool, given, options.eventStore)) ?? {}
  const [own] = read && key ? signaturesOf(read, key) : []
  if (!read || !head || !key || !own) throw refused('The log has not signed this checkpoint')
  const cosignatures = options.witnesses.flatMap((witness): StoredCosignature[] => {
    const seconds = openCosignature(given, witness)
    if (seconds === null) return []
    const signedAt = new Date(seconds * 1_000)
    if (!(signedAt.getTime() <= options.now.getTime() + ahead))
      throw refused(`${witness.name}’s signature is dated in the future`)
    const signature = signaturesOf(read, witness).find((one) => timeOf(one) === BigInt(seconds))
    if (!signature) return []
    const line = signatureLine(witness, signature)
    const stored = { verifierKey: verifierKey(witness), line, signedAt }
    return [{ size: head.size, witness: witness.name, ...stored }]
  })
  if (cosignatures.length === 0) throw refused('No registered witness has signed this checkpoint')
  const newest = await readCheckpoint(pool)
  const isCovered = newest !== null && head.size <= newest.size
  const root = isCovered ? await rootFromTiles(tilesOf(pool), head.size) : null
  if (!root?.equals(head.root)) throw conflict(`The log has another root at ${head.size} events`)
  return { head, note: `${read.text}\n${signatureLine(key, own)}`, cosignatures }
}

/**
 * Returns the checkpoint’s head if one of the log’s keys signed it, otherwise null. A replaced key
 * counts only for checkpoints of sizes up to its replacement, because someone who stole it could
 * sign later ones.
 */
const openOwn = async (pool: Pool, given: string, eventStore: EventStore) => {
  const tree = await readTree(pool)
  if (!tree) return null
  const { changes } = openKeyChain(await eventStore.readStream(proofStream))
  const inForce = { key: parseVerifierKey(tree.verifierKey), most: Infinity }
  for (const { key, most } of [
    inForce,
    ...changes.map(({ from, size }) => ({ key: from, most: size })),
  ]) {
    const head = openCheckpoint(given, key)
    if (head && head.size <= most) return { key, head }
  }
  return null
}

const timeOf = (signature: Buffer) =>
  signature.length > timeBytes ? signature.readBigUInt64BE() : null

const refused = (message: string) => invalidInput([{ path: 'note', message }])
