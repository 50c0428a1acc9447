import { lockSession } from '@strand/event-sourcing/postgres/advisory-lock'
import pg from 'pg'
import { inject } from 'vitest'

const made = new Map<string, Promise<string>>()

/**
 * The name of a database to copy (`testDatabase({ template })`), which is filled once in a test run,
 * by whichever test file comes first. `fill` closes its connections: a database that somebody is
 * connected to cannot be copied.
 *
 * @param name names the content, in the letters of a table's name
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
    // Under another name until it is filled: a run that fails here leaves no half of it to copy.
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
