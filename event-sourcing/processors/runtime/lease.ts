import { beginning } from '../../event-store/event-store.ts'
import { connectionLoss } from '../../postgres/dedicated-connection.ts'
import type { Connection, Pool } from '../../postgres/pool.ts'
import { readCheckpoint } from './checkpoint.ts'
import { followLog } from './follow-log.ts'
import { waitForLock } from './lock.ts'
import { openLogGuard } from './log-guard.ts'
import { transition } from './mode.ts'
import { loadParked } from './parked-streams.ts'
import { prepareProcessorTables } from './prepare-tables.ts'
import type { Lease } from './processor.ts'

/** How often a process with an outdated version checks again, in milliseconds. */
const outdatedPause = 5_000
/** How often a standby tries to take the lock, in milliseconds. */
const defaultStandbyPause = 500

const atBeginning = { position: beginning, lastEvent: null }

type LeaseOptions = Omit<Lease, 'connection' | 'lost'>

/**
 * A lease belongs to one connection. It takes the processor's session lock on that connection, or
 * stands by until the lock is free. Then it reads the checkpoint and follows the log from there. It
 * commits each batch and the checkpoint in one transaction on that connection. So a lost connection
 * loses the lock and the unfinished batch together, and the next holder of the lock starts at the
 * last commit.
 *
 * @returns the milliseconds until the next lease
 */
export const holdLease = async (pool: Pool, options: LeaseOptions): Promise<number> => {
  const connection = await pool.connect()
  try {
    return await runLease(connection, options)
  } finally {
    connection.release(true)
  }
}

const runLease = async (connection: Connection, options: LeaseOptions): Promise<number> => {
  const { processor, state, log, signal } = options
  const lost = connectionLoss(connection)
  await prepareProcessorTables(options.pool)
  const locked = await waitForLock(connection, processor, {
    pause: options.standbyPause ?? defaultStandbyPause,
    signal,
    onStandby: () => transition(state, 'standby'),
  })
  if (!locked) return 0
  // A crash of Postgres that loses rows also loses their checkpoint.
  if (!processor.durable) await connection.query('set synchronous_commit = off')
  const prepared = await processor.prepare(connection)
  if ('standby' in prepared) {
    transition(state, 'standby', prepared.standby)
    return outdatedPause
  }
  const from = (await readCheckpoint(connection, processor)) ?? atBeginning
  state.position = from.position
  const logGuard = openLogGuard(options)
  await logGuard.check(from)
  state.parked = await loadParked(connection, processor)
  transition(state, prepared.building ? 'building' : 'serving')
  const details = { position: String(from.position), building: prepared.building }
  log.info(details, `${processor.kind} ${processor.name} is running`)
  await followLog({ ...options, connection, lost }, { from, logGuard })
  return 0
}
