import { begunBy, proofStream } from '../proof-stream.ts'
import type { Finding, VerifyLogOptions } from './options.ts'
import { scanLog } from './scan.ts'
import { findStrangeKey, readSigned, type Signed } from './signed.ts'
import type { StoredLog } from './stored-events.ts'

export type LogVerdict = {
  events: number
  signed: Signed
  /**
   * The index from which each event must have a writer's MAC; null if the log does not state one.
   */
  macsFrom: number | null
  /** The first problem, with its index; null if there is none. */
  finding: Finding | null
}

/**
 * Hashes every stored event again, and compares the result with the tiles, with every stored
 * checkpoint and its signature, and with the checkpoint that the caller kept. Also checks each
 * stream's revisions. Reads the log once; the shop may keep working. Memory depends only on the
 * number of streams (about 50 bytes each). Null if nothing has been signed yet.
 */
export const verifyLog = async (options: VerifyLogOptions): Promise<LogVerdict | null> => {
  const { log, keysOf } = options
  const expected = await log.count()
  const read = await readSigned(options)
  if (!read) return null
  const { signed, findings } = read
  const [first] = await log.stream(proofStream)
  const macsFrom = first ? (begunBy(first)?.macsFrom ?? null) : null
  const { events, finding } = await scanLog({ ...options, signed, macsFrom })
  if (finding) findings.push(finding)
  else findings.push(...(await endOf(log, { events, expected, signed })))
  if (findings.length === 0) findings.push(...findStrangeKey(signed, keysOf(signed.tree.origin)))
  const [earliest = null] = findings.toSorted((one, other) => one.index - other.index)
  return { events, signed, macsFrom, finding: earliest }
}

/**
 * Checks where the log ends.
 *
 * @param expected the number of events that the store stated before they were read
 */
const endOf = async (
  log: StoredLog,
  { events, expected, signed }: { events: number; expected: number | null; signed: Signed },
): Promise<Finding[]> => {
  const longest = Math.max(0, ...signed.checkpoints.map(({ size }) => size))
  if (events < longest)
    return [{ index: events, what: `the log ends here, but ${longest} events were signed` }]
  if (expected !== null && events < expected)
    return [{ index: events, what: `the log ends here, but its counter says ${expected} events` }]
  const now = await log.count()
  if (now !== null && now < events)
    return [{ index: now, what: 'the log’s counter ends here, but there are more events' }]
  return []
}
