import { type Pool, transaction } from '../../postgres/pool.ts'
import { openCheckpoint, type TreeHead } from '../checkpoint.ts'
import { openCosignature, parseCosignerKey } from '../cosignature.ts'
import { readCosignatures, readCosigned, type StoredCosignature } from '../cosignature-tables.ts'
import { type Verifier, verifierKey } from '../note.ts'
import { readCheckpoints, readTree, type StoredCheckpoint, type StoredTree } from '../tables.ts'
import type { Finding } from './options.ts'

/** What the log was at some time, as its key has signed it. */
export type SignedHead = TreeHead & { what: string }

export type Signed = {
  tree: StoredTree
  newest: StoredCheckpoint
  /** Of those whose signature holds, the smallest first. */
  checkpoints: SignedHead[]
}

/** Null when nothing was signed yet. */
export const readSigned = async (
  pool: Pool,
  options: { keyOf: (origin: string) => Verifier; since?: string | undefined },
): Promise<{ signed: Signed; findings: Finding[] } | null> => {
  const { tree, kept, cosigned, cosignatures } = await transaction(pool, async (connection) => {
    await connection.query('set transaction isolation level repeatable read read only')
    return {
      ...{ tree: await readTree(connection), kept: await readCheckpoints(connection) },
      cosigned: await readCosigned(connection),
      cosignatures: await readCosignatures(connection),
    }
  })
  const newest = kept.at(-1)
  if (!tree && !newest) return null
  if (!tree || !newest) throw new Error('Of the log’s tree and its checkpoints, one is gone')
  const key = options.keyOf(tree.origin)
  const findings: Finding[] = []
  if (verifierKey(key) !== tree.verifierKey)
    findings.push({ index: 0, what: 'origin and key of the tree are not those of the shop' })
  const checkpoints: SignedHead[] = []
  for (const one of kept) {
    const head = openCheckpoint(one.note, key)
    const what = `the checkpoint of ${one.day}`
    if (!head) findings.push({ index: one.size, what: `${what} is not what the shop signed` })
    else if (head.size !== one.size)
      findings.push({ index: head.size, what: `${what} stands for ${one.size} events` })
    else checkpoints.push({ ...head, what })
  }
  for (const { size, note } of cosigned) {
    const head = openCheckpoint(note, key)
    const what = `the cosigned checkpoint of ${size} events`
    if (head?.size === size) checkpoints.push({ ...head, what })
    else findings.push({ index: size, what: `${what} is not what the shop signed` })
    for (const one of cosignatures.filter((cosignature) => cosignature.size === size))
      if (!isCosigned(note, one))
        findings.push({ index: size, what: `the signature of ${one.witness} under it was altered` })
  }
  if (tree.size !== newest.size && tree.size !== 0)
    findings.push({
      index: Math.min(tree.size, newest.size),
      what: `the tree stands at ${tree.size}, and its newest checkpoint at ${newest.size}`,
    })
  if (options.since !== undefined) {
    const head = openCheckpoint(options.since, key)
    const what = 'the checkpoint that you kept'
    if (head) checkpoints.push({ ...head, what })
    else findings.push({ index: 0, what: `${what} was not signed by this shop for this log` })
  }
  const bySize = checkpoints.toSorted((one, other) => one.size - other.size)
  return { signed: { tree, newest, checkpoints: bySize }, findings }
}

const isCosigned = (note: string, { line, verifierKey, signedAt }: StoredCosignature): boolean => {
  try {
    const seconds = openCosignature(note + line, parseCosignerKey(verifierKey))
    return seconds !== null && seconds * 1_000 === signedAt.getTime()
  } catch {
    return false
  }
}
