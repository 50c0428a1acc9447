import type pg from 'pg'
import { type Connection, inTransaction } from '../postgres/pool.ts'

/** The timeout for creating an index, in milliseconds; a million rows take about half a minute. */
const indexTimeout = 3_600_000

const createIndex = (connection: Connection, statement: string) =>
  inTransaction(connection, async () => {
    await connection.query(`set local statement_timeout = ${indexTimeout}`)
    await connection.query(`set local maintenance_work_mem = '256MB'`)
    // Overrides the connection's own timeout; `pg`'s types lack the per-query option.
    const query: pg.QueryConfig & { query_timeout: number } = {
      text: statement,
      query_timeout: indexTimeout,
    }
    await connection.query(query)
  })

/** Creates a version's late indexes once, or again after `reset`. */
export const openLateIndexes = (statements: string[]) => {
  let created = false
  return {
    create: async (connection: Connection) => {
      if (created) return
      for (const statement of statements) await createIndex(connection, statement)
      created = true
    },
    reset: () => {
      created = false
    },
  }
}
