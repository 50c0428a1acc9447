import { randomBytes } from 'node:crypto'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { postgresEventStore } from '@strand/event-sourcing/event-store/postgres/postgres-event-store'
import { silentLog } from '@strand/event-sourcing/log'
import { openPool, type Pool } from '@strand/event-sourcing/postgres/pool'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { makeResettable } from './resettable.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with vitest's own
  export interface ProvidedContext {
    /** The URL of a real Postgres, which `tools/test-services.ts` started or was given. */
    databaseUrl: string
    /** Identifies the test run, in characters that a table's name can have. */
    testRun: string
    /** The URL of a real Redis; empty if the machine has none. */
    redisUrl: string
    /** The URL of a real EventStoreDB; empty if there is none. */
    eventStoreUrl: string
  }
}

let administrator: Pool | undefined
/**
 * Runs SQL on one connection for all tests of the process; the connection does not keep the process
 * alive.
 */
const asAdministrator = async (sql: string) => {
  administrator ??= new pg.Pool({
    connectionString: inject('databaseUrl'),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  }).on('error', () => {})
  await administrator.query(sql)
}

type TestDatabase = { name: string; url: string; pool: Pool; drop: () => Promise<void> }

const createDatabase = async (name: string, template: string): Promise<TestDatabase> => {
  // The default strategy also writes every page of the template to the WAL, for ten times the CPU
  // time.
  await asAdministrator(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${name}`
  const pool = openPool(url.href, { log: silentLog, name: 'test' })
  const drop = async () => {
    if (!pool.ended) await pool.end()
    await asAdministrator(`drop database if exists ${name} with (force)`)
  }
  return { name, url: url.href, pool, drop }
}

/**
 * Creates a database in the test run's Postgres: an empty one, or a copy of `template`, which must
 * have no connections. When the test ends, a copy goes to the next test that needs one, and any
 * other database is dropped; with `keep: true`, for a `beforeAll`, the caller drops it.
 */
export const testDatabase = async (
  options: { keep?: boolean; template?: string } = {},
): Promise<TestDatabase> => {
  if (options.template && !options.keep) return copyOf(options.template)
  const name = `test_${randomBytes(6).toString('hex')}`
  const database = await createDatabase(name, options.template ?? 'template1')
  if (!options.keep) onTestFinished(database.drop)
  return database
}

type Copy = TestDatabase & { reset: () => Promise<boolean> }

/** Copies of templates that no test is using, by the template's name. */
const unused = new Map<string, Copy[]>()

/**
 * Returns a copy of a template: one that an earlier test used, with its rows reset to the
 * template's, or a new one. A new database costs little, but its connections cost more CPU time
 * than most tests.
 */
const copyOf = async (template: string): Promise<TestDatabase> => {
  const copies = unused.get(template) ?? []
  unused.set(template, copies)
  const copy = copies.pop() ?? (await newCopy(template))
  onTestFinished(async () => {
    const { pool, reset, drop } = copy
    const isQuiet = !pool.ended && pool.idleCount === pool.totalCount
    if (isQuiet && (await reset())) copies.push(copy)
    else await drop()
  })
  return copy
}

const newCopy = async (template: string): Promise<Copy> => {
  // The name begins like the template's, so that both are dropped at the run's end.
  const database = await createDatabase(`${template}_${randomBytes(6).toString('hex')}`, template)
  return { ...database, reset: await makeResettable(database.pool) }
}

/**
 * Opens the event log in a test's database. It is closed when the test ends; with `keep: true`, the
 * caller closes it. The test server runs without fsync, so `requireDurable` is false.
 */
export const testEventStore = async (
  url: string,
  options: { keep?: boolean } = {},
): Promise<EventStore> => {
  const eventStore = await postgresEventStore({ url, log: silentLog, requireDurable: false })
  if (!options.keep) onTestFinished(() => eventStore.close())
  return eventStore
}
