import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import type { Decider } from '../commands/decider.ts'
import type { EventStore } from '../event-store/event-store.ts'
import { postgresEventStore } from '../event-store/postgres/postgres-event-store.ts'
import { silentLog } from '../log.ts'
import { openPool, type Pool } from '../postgres/pool.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with vitest's own
  export interface ProvidedContext {
    /** The URL of a real Postgres that `tools/test-services.ts` started or was given. */
    databaseUrl: string
    /** The URL of a real Redis, or empty if the machine has none. */
    redisUrl: string
    /** The seed of generated test data: `TEST_SEED`, or a different one in each run. */
    seed: number
    /** The URL of a real EventStoreDB, or empty if there is none. */
    eventStoreUrl: string
  }
}

/** Given / when / then for a decider: `given(created).when(approve).thenEvents(approved)`. */
export const deciderSpecification = <S, C, E>({
  initialState,
  evolve,
  decide,
}: Decider<S, C, E>) => ({
  given: (...events: E[]) => {
    const state = events.reduce(evolve, initialState)
    return {
      when: (command: C) => ({
        thenEvents: (...expected: E[]) => expect(decide(command, state)).toEqual(expected),
        thenRejected: (code: string, message?: string) =>
          expect(() => decide(command, state)).toThrow(
            expect.objectContaining(message === undefined ? { code } : { code, message }),
          ),
      }),
    }
  },
})

/**
 * Creates an empty database in the test run's real Postgres. It is dropped when the calling test
 * ends, or by `drop` when created in a `beforeAll` (pass `keep: true` there).
 */
export const testDatabase = async (
  options: { keep?: boolean } = {},
): Promise<{ url: string; pool: Pool; drop: () => Promise<void> }> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const server = inject('databaseUrl')
  const asAdministrator = async (sql: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await asAdministrator(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const pool = openPool(url.href, { log: silentLog, name: 'test' })
  const drop = async () => {
    await pool.end()
    await asAdministrator(`drop database if exists ${name} with (force)`)
  }
  if (!options.keep) onTestFinished(drop)
  return { url: url.href, pool, drop }
}

/**
 * Opens the event log in a test's database. It is closed when the test ends, or by the caller with
 * `keep: true`. The test server runs without fsync, which the log refuses by default.
 */
export const testEventStore = async (
  url: string,
  options: { keep?: boolean } = {},
): Promise<EventStore> => {
  const eventStore = await postgresEventStore({ url, log: silentLog, requireDurable: false })
  if (!options.keep) onTestFinished(() => eventStore.close())
  return eventStore
}

/** Waits until `condition` holds, for as long as the test itself may run; polls every 10 ms. */
export const eventually = async (condition: () => unknown | Promise<unknown>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10))
}
