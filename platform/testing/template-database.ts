import { lockSession } from '@strand/event-sourcing/postgres/advisory-lock'
import pg from 'pg'
import { inject } from 'vitest'

const made = new Map<string, Promise<string>>()

/**
 * The name of a database to copy with `testDatabase({ template })`. The first test file that needs
 * this database fills it, once per test run. `fill` must close its connections: a database with
 * connections cannot be copied.
 *
 * @param name identifies the content, in characters that a table's name can have
 */
export const templateDatabase = (
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<string> => {
  const existing = made.get(name) ?? make(`test_template_${inject('testRun')}_${name}`, fill)
  made.set(name, existing)
  return existing
}

const make = async (database: string, fill: (url: string) => Promise<void>): Promise<string> => {
  const server = inject('databaseUrl')
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await lockSession(client, database)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      database,
    ])
    if (rowCount) return database
    // The database has another name until it is filled, so that a failed run leaves no partial one
    // to copy.
    const unfinished = `${database}_unfinished`
    await client.query(`drop database if exists ${unfinished} with (force)`)
    await client.query(`create database ${unfinished}`)
    const url = new URL(server)
    url.pathname = `/${unfinished}`
    await fill(url.href)
    await client.query(`alter database ${unfinished} rename to ${database}`)
    return database
  } finally {
    await client.end()
  }
}
