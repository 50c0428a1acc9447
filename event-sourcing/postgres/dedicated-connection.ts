import pg from 'pg'
import type { Log } from '../log.ts'
import type { Connection, Pool } from './pool.ts'

/** A statement that takes longer than this many milliseconds counts as a lost connection. */
const statementTimeout = 60_000

/**
 * A pool of one connection to the database of `pool`, for a caller that holds a session lock or
 * listens for notifications. Without a pool of its own, such a caller would take a connection from
 * `pool` for good.
 */
export const openDedicatedPool = (pool: Pool, log: Log, name: string): Pool => {
  const { password } = pool.options
  const dedicatedPool = new pg.Pool({
    ...pool.options,
    // The spread does not copy the password, because the pool makes it non-enumerable.
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
