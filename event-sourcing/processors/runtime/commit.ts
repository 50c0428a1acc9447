import type { Position } from '../../event-store/event-store.ts'
import type { ParkedSummary } from './parked-streams.ts'
import type { Lease } from './processor.ts'

/** Runs one transaction; `write` returns what will be parked once it is committed. */
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
  // If a statement failed inside `handle` without throwing, the commit becomes a rollback.
  const [end] = Array.isArray(result) ? result : [result]
  if (end.command !== 'COMMIT') throw new Error('A failed statement was silently ignored')
  state.parked = parked
  delete state.problem
}
