import type { Position } from '../../event-store/event-store.ts'
import type { ParkedSummary } from './parked-streams.ts'
import type { Lease } from './processor.ts'

/**
 * Runs one transaction.
 *
 * @param write returns what is parked once the transaction is committed
 */
export const commit = async (
  { processor, connection, state }: Lease,
  position: Position,
  write: () => Promise<ParkedSummary>,
): Promise<void> => {
  await connection.query('begin')
  let parked: ParkedSummary
  try {
    parked = await write()
  } catch (error) {
    await connection.query('rollback')
    throw error
  }
  const announcement = state.mode === 'building' ? null : processor.announcement(position, parked)
  const result: unknown = await connection.query(`commit${announcement ? `; ${announcement}` : ''}`)
  // If `handle` swallowed the error of a failed statement, Postgres turns the commit into a
  // rollback.
  const [end] = Array.isArray(result) ? result : [result]
  if (end.command !== 'COMMIT') throw new Error('A failed statement was silently ignored')
  state.parked = parked
  delete state.problem
}
