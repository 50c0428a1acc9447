import { type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { openCheckpoint, type TreeHead } from '../checkpoint.ts'
import { openCosignature, parseCosignerKey } from '../cosignature.ts'
import { readCosignatures, readCosigned, type StoredCosignature } from '../cosignature-tables.ts'
import { type KeyChain, keyAt, openKeyChain } from '../key-chain.ts'
import { type Verifier, verifierKey } from '../note.ts'
import { proofStream } from '../proof-stream.ts'
import { readCheckpoints, readTree, type StoredCheckpoint, type StoredTree } from '../tables.ts'
import type { Finding, VerifyLogOptions } from './options.ts'

/** A signed head of the log; `what` describes it in a finding. */
export type SignedHead = TreeHead & { what: string; signedBy: Verifier }

export type Signed = {
  tree: StoredTree
  /** The signing keys according to the log's own events. */
  chain: KeyChain
  newest: StoredCheckpoint
  /** The checkpoints with a valid signature, smallest first. */
  checkpoints: SignedHead[]
}

type Options = Pick<VerifyLogOptions, 'pool' | 'log' | 'keysOf' | 'since'>

/** Null if nothing has been signed yet. */
export const readSigned = async (
  options: Options,
): Promise<{ signed: Signed; findings: Finding[] } | null> => {
  const { tree, kept, cosigned, cosignatures } = await readTables(options.pool)
  const newest = kept.at(-1)
  // All checkpoints may have been retracted, and the tree may not have been rebuilt yet.
  if (!newest && (tree === null || tree.size === 0)) return null
  if (!tree || !newest) throw new Error('Either the log’s tree or its checkpoints are gone')
  const chain = openKeyChain(await options.log.stream(proofStream))
  const held = options.keysOf(tree.origin)
  const findings: Finding[] = []
  if (chain.keys.length === 0 && !isOneOf(held, tree.verifierKey)) findings.push(strangeKey)
  const checkpoints: SignedHead[] = chain.changes.map(({ from, size, root }) => ({
    origin: from.name,
    size,
    root,
    signedBy: from,
    what: `the change of the key at ${size} events`,
  }))
  const keys = [...chain.keys.map(({ key }) => key), ...held]
  const open = (note: string) => {
    for (const signedBy of keys) {
      const head = openCheckpoint(note, signedBy)
      if (head) return { ...head, signedBy }
    }
    return null
  }
  for (const one of kept) {
    const head = open(one.note)
    const what = `the checkpoint of ${one.day}`
    if (!head) findings.push({ index: one.size, what: `${what} is not what the shop signed` })
    else if (head.size !== one.size)
      findings.push({
        index: head.size,
        what: `${what} should cover ${one.size} events, but covers ${head.size}`,
      })
    else checkpoints.push({ ...head, what })
  }
  for (const { size, note } of cosigned) {
    const head = open(note)
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
      what: `the tree has ${tree.size} events, but its newest checkpoint ${newest.size}`,
    })
  if (options.since !== undefined) {
    const head = open(options.since)
    const what = 'the checkpoint that you kept'
    if (head) checkpoints.push({ ...head, what })
    else findings.push({ index: 0, what: `${what} was not signed by this shop for this log` })
  }
  const bySize = checkpoints.toSorted((one, other) => one.size - other.size)
  return { signed: { tree, chain, newest, checkpoints: bySize }, findings }
}

const readTables = (pool: Pool) =>
  transaction(pool, async (connection) => {
    await connection.query('set transaction isolation level repeatable read read only')
    return {
      tree: await readTree(connection),
      kept: await readCheckpoints(connection),
      cosigned: await readCosigned(connection),
      cosignatures: await readCosignatures(connection),
    }
  })

const strangeKey = { index: 0, what: 'origin and key of the tree are not those of the shop' }

/**
 * Checks that the shop holds the last key that the log names, and that the tree names the key in
 * force. Call this only if nothing else is wrong: an altered or removed event can also cause this
 * finding, and should be reported instead.
 */
export const findStrangeKey = ({ tree, chain }: Signed, held: Verifier[]): Finding[] => {
  const last = chain.keys.at(-1)
  const inForce = keyAt(chain, tree.position)
  const isOwn = !last || isOneOf(held, verifierKey(last.key))
  const isInForce = !inForce || tree.size === 0 || verifierKey(inForce) === tree.verifierKey
  return isOwn && isInForce ? [] : [strangeKey]
}

const isOneOf = (keys: Verifier[], text: string) => keys.some((key) => verifierKey(key) === text)

const isCosigned = (note: string, { line, verifierKey, signedAt }: StoredCosignature): boolean => {
  try {
    const seconds = openCosignature(note + line, parseCosignerKey(verifierKey))
    return seconds !== null && seconds * 1_000 === signedAt.getTime()
  } catch {
    return false
  }
}
