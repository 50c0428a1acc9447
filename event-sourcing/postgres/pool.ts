import pg from 'pg'
import type { Log } from '../log.ts'

export type Pool = pg.Pool
export type Connection = pg.PoolClient

// By default, `pg` returns int8 as a string. Money and counts stay far below 2^53, so a number is
// exact. Statements select log positions as ::text, to parse them with BigInt.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number`)
  return value
})

/**
 * How many milliseconds an idle connection stays open: long, because closing it loses its
 * statements' plans.
 */
export const idleTimeout = 300_000

/**
 * A pool for `url` with `max` connections (default 10). Waiting for a connection times out after 5
 * s, and a statement after `statementTimeout` milliseconds (default 30,000; 0 means never).
 *
 * @param options.options command-line options of each session, such as `-c role=...`
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
  // Without this listener, the process would crash when the server ends an idle connection.
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle connection was lost'))
  // Without this listener, the process would also crash when a connection is lost between two
  // statements of a transaction. The error can be ignored: the next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Warns if the pool's role is a superuser, which may do anything on the server, including reading
 * files.
 */
export const warnOfSuperuser = async (pool: Pool, log: Log): Promise<void> => {
  const { rows } = await pool.query<{ superuser: boolean }>(
    'select rolsuper as superuser from pg_catalog.pg_roles where rolname = current_user',
  )
  if (rows[0]?.superuser)
    log.warn(
      'the role of DATABASE_URL is a superuser: docs/operations.md says how to give each service a role of its own',
    )
}

/**
 * Runs `work` in one transaction on the given connection: commits if it returns, rolls back if it
 * throws.
 */
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

/**
 * Runs `work` in one transaction on a connection of the pool: commits if it returns, rolls back if
 * it throws.
 */
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
    // If the rollback fails, the connection is broken, and must not return to the pool.
    await connection.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError
    })
    throw error
  } finally {
    connection.release(broken)
  }
}
