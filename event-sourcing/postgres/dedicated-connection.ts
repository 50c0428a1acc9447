import pg from 'pg'
import type { Log } from '../log.ts'
import type { Connection, Pool } from './pool.ts'

/** If a statement takes longer than this many milliseconds, the connection counts as lost. */
const statementTimeout = 60_000

/**
 * A source of connections to the same database as `pool`, one at a time, for callers that hold a
 * session lock or listen. Such callers would permanently take a connection away from `pool`.
 */
export const openDedicatedPool = (pool: Pool, log: Log, name: string): Pool => {
  const { password } = pool.options
  const dedicatedPool = new pg.Pool({
    ...pool.options,
    // The pool hides its password from the spread above.
    ...(password === undefined ? {} : { password }),
    application_name: name,
    max: 1,
    idleTimeoutMillis: 1_000,
    statement_timeout: statementTimeout,
    query_timeout: statementTimeout + 1_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  dedicatedPool.on('error', (error) => log.debug({ err: error }, 'an idle connection was lost'))
  return dedicatedPool
}

/** Rejects when the connection is lost, even while it is idle; never resolves. */
export const connectionLoss = (connection: Connection): Promise<never> => {
  const lost = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    connection.on('end', () => reject(new Error('Connection terminated')))
  })
  lost.catch(() => {})
  return lost
}
