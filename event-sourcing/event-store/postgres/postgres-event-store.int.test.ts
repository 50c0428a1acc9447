import { randomUUID } from 'node:crypto'
import { openEventStore } from '@strand/platform/process/open-event-store'
import { eventually } from '@strand/platform/testing/eventually'
import { startProxy } from '@strand/platform/testing/proxy'
import { testDatabase, testEventStore } from '@strand/platform/testing/test-database'
import pg from 'pg'
import { expect, test } from 'vitest'
import { silentLog } from '../../log.ts'
import type { Pool } from '../../postgres/pool.ts'
import { eventStoreContract } from '../testing/event-store.contract.ts'
import { anEvent, aStream, collect, idsOf, someEvents } from '../testing/events.ts'
import type { StoreUnderTest } from '../testing/store-under-test.ts'
import { postgresEventStore } from './postgres-event-store.ts'

const makeStore = async (): Promise<StoreUnderTest> => {
  const { url } = await testDatabase()
  const proxy = await startProxy(url)
  const openAt = (address: string) =>
    postgresEventStore({
      url: address,
      log: silentLog,
      requireDurable: false,
      appendTimeout: 1_500,
      silenceTimeout: 1_000,
    })
  const asAdministrator = async (sql: string) => {
    const server = new URL(url)
    server.pathname = '/postgres'
    const client = new pg.Client({ connectionString: server.href })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  const database = new URL(url).pathname.slice(1)
  let resume = async () => {}
  return {
    store: await openAt(proxy.url),
    another: () => openAt(url),
    server: {
      kill: async () => {
        resume = async () => void (await proxy.back())
        await proxy.cut()
      },
      refuse: async () => {
        resume = () => asAdministrator(`alter database ${database} allow_connections true`)
        await asAdministrator(`alter database ${database} allow_connections false`)
        await asAdministrator(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
        )
      },
      closePolitely: async () => {
        resume = async () => {}
        proxy.sayGoodbye()
      },
      goSilent: async () => {
        resume = async () => proxy.speakAgain()
        proxy.fallSilent()
      },
      resume: () => resume(),
    },
  }
}

eventStoreContract('the event log in Postgres', makeStore, {
  faults: ['kill', 'refuse', 'closePolitely', 'goSilent'],
})

/** Counts the appends' commits: each row has the id of its transaction. */
const numberOfCommits = async (pool: Pool): Promise<number> => {
  const sql = 'select count(distinct xmin::text) as commits from event_log.event'
  return (await pool.query(sql)).rows[0].commits
}

const positionsIn = async (pool: Pool): Promise<number[]> => {
  const { rows } = await pool.query('select position from event_log.event order by position')
  return rows.map((row) => row.position)
}

test('concurrent appends share commits, and each has its own outcome', async () => {
  const { url, pool } = await testDatabase()
  const store = await testEventStore(url)
  const taken = aStream()
  await store.append(taken, [anEvent()], 'no-stream')
  const results = await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      store.append(n % 10 === 5 ? taken : aStream(), someEvents(1 + (n % 3)), 'no-stream'),
    ),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(270)
  // The commits: one from before the test, one for the first append, which does not wait, and one
  // for all others.
  expect(await numberOfCommits(pool)).toBe(3)
})

test('a shared commit takes at most 1,000 events', async () => {
  const { url, pool } = await testDatabase()
  const store = await testEventStore(url)
  await Promise.all(
    Array.from({ length: 7 }, () => store.append(aStream(), someEvents(500), 'no-stream')),
  )
  expect(await numberOfCommits(pool)).toBe(4)
})

test('an append that Postgres refuses does not fail others in the same call', async () => {
  const { url, pool } = await testDatabase()
  const store = await testEventStore(url)
  await pool.query(
    `alter table event_log.event add constraint no_poison check (type <> 'Poisoned')`,
  )
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) =>
      store.append(
        aStream(),
        [n === 5 ? { ...anEvent(), type: 'Poisoned' } : anEvent()],
        'no-stream',
      ),
    ),
  )
  const failed = results.flatMap((result, n) => (result.status === 'rejected' ? [n] : []))
  expect(failed).toEqual([5])
  expect(await positionsIn(pool)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
})

test('positions have no gaps, despite conflicts, repeats and failures in between', async () => {
  const { url, pool } = await testDatabase()
  const store = await testEventStore(url)
  const stream = aStream()
  const batch = someEvents(3)
  await store.append(stream, batch, 'no-stream')
  await Promise.all([
    store.append(stream, batch, 'no-stream'),
    store.append(stream, someEvents(2), 'no-stream'),
    store.append(stream, someEvents(2), 'any'),
    store.append(aStream(), batch, 'any').catch(() => {}),
    store.append(aStream(), someEvents(2), 'no-stream'),
  ])
  expect(await positionsIn(pool)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(await store.headPosition()).toBe(6n)
})

test('an event id that another stream already has is a bug in the caller', async () => {
  const { url } = await testDatabase()
  const store = await testEventStore(url)
  const event = anEvent()
  await store.append(aStream(), [event], 'any')
  await expect(store.append(aStream(), [event], 'any')).rejects.toThrow('already has this id')
})

test.for([
  `update event_log.event set type = 'Other'`,
  'delete from event_log.event',
  'truncate event_log.event',
])('Postgres itself refuses: %s', async (sql) => {
  const { url, pool } = await testDatabase()
  const store = await testEventStore(url)
  await store.append(aStream(), [anEvent()], 'any')
  for (const role of ['origin', 'replica']) {
    const attempt = pool.query(
      `begin; set local session_replication_role = ${role}; ${sql}; commit`,
    )
    await expect(attempt).rejects.toThrow('Events are never changed or deleted')
  }
  expect(await positionsIn(pool)).toEqual([0])
})

test('polling finds an event that nobody was notified of', async () => {
  const { url, pool } = await testDatabase()
  const store = await testEventStore(url)
  await store.append(aStream(), [anEvent()], 'any')
  const watched = collect(store)
  await eventually(() => watched.events.length, 1)
  const id = randomUUID()
  await pool.query(
    `select * from event_log.append(array['s'], '{1}', '{-2}', '{1}', array[$1::uuid], '{T}', '{"{}"}', '{"{}"}')`,
    [id],
  )
  await eventually(() => watched.events.length, 2)
  expect(idsOf(watched.events)[1]).toBe(id)
})

test('several processes can create the log of an empty database at the same time', async () => {
  const { url } = await testDatabase()
  const stores = await Promise.all(Array.from({ length: 5 }, () => testEventStore(url)))
  const results = await Promise.all(
    stores.map((store) => store.append('s', [anEvent()], 'no-stream')),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
})

test('a server that can lose acknowledged events is refused with one sentence', async () => {
  const { url, pool } = await testDatabase()
  await pool.query(
    `do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`,
  )
  await expect(openEventStore(url, { log: silentLog })).rejects.toThrow(
    /^The Postgres of the event log can lose events that it has acknowledged: turn on .*synchronous_commit\.$/,
  )
})

test('a missing database is reported at once', async () => {
  const { url } = await testDatabase()
  const elsewhere = new URL(url)
  elsewhere.pathname = '/nowhere'
  await expect(openEventStore(elsewhere.href, { log: silentLog })).rejects.toThrow('nowhere')
})

test('a URL that no adapter supports is refused, saying what is expected', async () => {
  await expect(openEventStore('mysql://x', { log: silentLog })).rejects.toThrow('EVENT_STORE_URL')
})
