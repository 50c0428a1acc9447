import pg from 'pg'
import type { Log } from '../log.ts'

export type Pool = pg.Pool
/** One connection taken from a pool, as `transaction` passes it to `work`. */
export type Connection = pg.PoolClient

// `pg` returns int8 as a string by default. Money and counts stay far below 2^53, so a number is
// exact; log positions are selected as ::text and parsed with BigInt where they are read.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number`)
  return value
})

/** Milliseconds: a connection that is closed takes the plans of its statements with it. */
export const idleTimeout = 300_000

/**
 * A pool for `url` with `max` connections (default 10). The timeouts are 5 s for getting a
 * connection and 30 s for a statement, unless `statementTimeout` (milliseconds, 0 for none) says
 * otherwise.
 *
 * @param options.options command-line options for each session, as in `-c role=...`
 */
export const openPool = (
  url: string,
  options: { log: Log; name: string; max?: number; statementTimeout?: number; options?: string },
): Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: options.name,
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: idleTimeout,
    keepAlive: true,
    statement_timeout: options.statementTimeout ?? 30_000,
    ...(options.options === undefined ? {} : { options: options.options }),
  })
  // Without a listener, the process crashes when the server ends an idle connection.
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle connection was lost'))
  // It also crashes when a connection is lost between two statements of a transaction. The listener
  // can ignore that error: the next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Logs a warning when the pool's role may do anything on its server, including file access. */
export const warnOfSuperuser = async (pool: Pool, log: Log): Promise<void> => {
  const { rows } = await pool.query<{ superuser: boolean }>(
    'select rolsuper as superuser from pg_catalog.pg_roles where rolname = current_user',
  )
  if (rows[0]?.superuser)
    log.warn(
      'the role of DATABASE_URL is a superuser: docs/operations.md says how to give each service a role of its own',
    )
}

/** Runs `work` in one transaction on the given connection, as `transaction` does. */
export const inTransaction = async <T>(
  connection: Connection,
  work: () => Promise<T>,
): Promise<T> => {
  await connection.query('begin')
  try {
    const result = await work()
    await connection.query('commit')
    return result
  } catch (error) {
    await connection.query('rollback')
    throw error
  }
}

/** Runs `work` in one transaction: commits what it returns, rolls back what it throws. */
export const transaction = async <T>(
  pool: Pool,
  work: (connection: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const connection = await pool.connect()
  let broken: Error | undefined
  try {
    await connection.query('begin')
    const result = await work(connection)
    await connection.query('commit')
    return result
  } catch (error) {
    // A rollback that fails means a broken connection: the pool must not hand it out again.
    await connection.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError
    })
    throw error
  } finally {
    connection.release(broken)
  }
}
