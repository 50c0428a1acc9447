import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import type { EventStore } from '../event-store/event-store.ts'
import { memoryEventStore } from '../event-store/memory.ts'
import { silentLog } from '../log.ts'
import type { Pool } from '../postgres/pool.ts'
import { type Projection, startProjector } from './projector.ts'
import {
  accounts,
  append,
  event,
  expectedAccounts,
  publishedAccounts,
  someEvents,
  wholeLog,
} from './testing/accounts.ts'
import { waitUntilCaughtUp } from './testing/wait-until-caught-up.ts'

const version = (number: number, projection: Projection = accounts): Projection => ({
  ...projection,
  version: number,
})

const start = (pool: Pool, eventStore: EventStore, projection: Projection) => {
  const running = startProjector(projection, {
    pool,
    eventStore,
    log: silentLog,
    batchSize: 20,
    standbyPause: 20,
  })
  onTestFinished(running.stop)
  return running
}

/** A projection that waits for the test before it applies events. */
const held = (projection: Projection) => {
  const gate = Promise.withResolvers<void>()
  return {
    open: gate.resolve,
    projection: {
      ...projection,
      apply: async (...given: Parameters<Projection['apply']>) => {
        await gate.promise
        await projection.apply(...given)
      },
    },
  }
}

const schemas = async (pool: Pool) => {
  const { rows } = await pool.query(
    `select nspname as name from pg_namespace where nspname like 'accounts%' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Keeps reading, as screens do; the number of changes that it sees must never decrease. */
const startReader = (pool: Pool) => {
  let reading = true
  let reads = 0
  const run = async () => {
    let before = 0
    while (reading) {
      const { rows } = await pool.query(
        `select (select changes from read.total) as total,
           (select coalesce(sum(changes), 0)::int8 from read.account) as sum`,
      )
      const { total, sum } = rows[0]
      if (total < before) throw new Error(`a read went back from ${before} to ${total}`)
      if (total !== sum) throw new Error(`a read saw ${total} changes here and ${sum} there`)
      before = total
      reads++
    }
    return reads
  }
  const running = run()
  running.catch(() => {})
  return () => {
    reading = false
    return running
  }
}

test('a new version is built beside the old one and takes over: no read fails or shows an older state', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  for (let n = 0; n < 10; n++) await append(eventStore, ...someEvents(50))
  const old = start(pool, eventStore, accounts)
  await waitUntilCaughtUp(pool, eventStore)
  const readers = [1, 2, 3].map(() => startReader(pool))

  let appending = true
  const appended = (async () => {
    while (appending) {
      await append(eventStore, ...someEvents(3))
      // Writes no faster than the database answers: on a busy machine, the projector would
      // otherwise never catch up.
      await pool.query('select pg_sleep(0.005)')
    }
  })()
  // The columns are in another order, so Postgres cannot replace the view in place.
  const second = start(pool, eventStore, {
    ...version(2),
    tables: `
      create table account (changes int8 not null, amount int8 not null, id text primary key);
      create table total (note text not null default '', changes int8 not null);
      insert into total (changes) values (0);`,
  })
  await eventually(() => second.state(), { status: 'serving' })
  await eventually(() => old.state(), { status: 'standby' })
  expect(old.state().problem?.reason).toContain('version 2 serves')
  await eventually(async () => (await schemas(pool)).length, 1)
  appending = false
  await appended
  await waitUntilCaughtUp(pool, eventStore)
  for (const stop of readers) expect(await stop()).toBeGreaterThan(10)
  expect(await schemas(pool)).toEqual(['accounts_v2'])
  expect(await publishedAccounts(pool)).toEqual(expectedAccounts(await wholeLog(eventStore)))
})

test('the old version serves until the new one has caught up', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  await append(eventStore, ...someEvents(50))
  const old = start(pool, eventStore, accounts)
  await waitUntilCaughtUp(pool, eventStore)
  const { open, projection } = held(version(2))
  const building = start(pool, eventStore, projection)
  await eventually(() => building.state(), { status: 'building' })
  await append(eventStore, ...someEvents(50))
  await waitUntilCaughtUp(pool, eventStore)
  expect(await publishedAccounts(pool)).toEqual(expectedAccounts(await wholeLog(eventStore)))
  expect(await schemas(pool)).toEqual(['accounts_v1', 'accounts_v2'])
  expect(old.state().status).toBe('serving')
  open()
  await eventually(() => building.state(), { status: 'serving' })
  expect(await publishedAccounts(pool)).toEqual(expectedAccounts(await wholeLog(eventStore)))
})

test('a new version that shows less than the old one waits while the old one is being updated', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  await append(eventStore, ...someEvents(20))
  const old = start(pool, eventStore, accounts)
  await waitUntilCaughtUp(pool, eventStore)
  const broken = start(pool, eventStore, {
    ...version(2),
    apply: async () => {
      throw new Error('not thought to the end')
    },
  })
  await eventually(() => broken.state(), { parked: 1 })
  await append(eventStore, ...someEvents(20))
  await eventually(() => broken.state(), { parked: 2 })
  await waitUntilCaughtUp(pool, eventStore)
  expect(await publishedAccounts(pool)).toEqual(expectedAccounts(await wholeLog(eventStore)))
  expect(broken.state().status).toBe('building')

  // Once no process updates the old version, the new one takes over in spite of its parked stream.
  await old.stop()
  await eventually(() => broken.state(), { status: 'serving' })
  const { rows } = await pool.query('select distinct version from parked_stream')
  expect(rows).toEqual([{ version: 2 }])
})

test('a process with an older version than the serving one stands by, and says so', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  await append(eventStore, ...someEvents(20))
  const newer = start(pool, eventStore, version(3))
  await eventually(() => newer.state(), { status: 'serving' })
  const older = start(pool, eventStore, version(2))
  await eventually(
    () => older.state().problem,
    (value) => value !== undefined,
  )
  expect(older.state()).toMatchObject({
    status: 'standby',
    problem: { reason: 'version 3 serves, this process has version 2' },
  })
  expect(await schemas(pool)).toEqual(['accounts_v3'])
})

test('a long read holds up the switch to a new version, but not other reads', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  await append(eventStore, ...someEvents(20))
  const old = start(pool, eventStore, accounts)
  await waitUntilCaughtUp(pool, eventStore)
  await old.stop()
  const longRead = await pool.connect()
  await longRead.query('begin')
  await longRead.query('select * from read.account')

  const next = start(pool, eventStore, version(2))
  await eventually(() => next.state(), { status: 'building' })
  const rollbacks = async () => {
    const { rows } = await pool.query(
      'select xact_rollback::int as count from pg_stat_database where datname = current_database()',
    )
    return rows[0].count
  }
  const before = await rollbacks()
  // Each failed try to switch is rolled back, and makes a read wait only briefly.
  const readAndCount = async () => {
    await publishedAccounts(pool)
    return await rollbacks()
  }
  await eventually(readAndCount, (count) => count >= before + 5)
  expect(next.state().status).toBe('building')
  expect((await longRead.query('select * from read.account')).rowCount).toBeGreaterThan(0)
  await longRead.query('commit')
  longRead.release()
  await eventually(() => next.state(), { status: 'serving' })
  expect(await publishedAccounts(pool)).toEqual(expectedAccounts(await wholeLog(eventStore)))
})

test('a new version’s views replace the old ones, including removed and added tables', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  await append(eventStore, event('Added', { id: 'a', amount: 7 }))
  const first = start(pool, eventStore, accounts)
  await waitUntilCaughtUp(pool, eventStore)
  await first.stop()
  const second = start(pool, eventStore, {
    ...version(2),
    tables: `${accounts.tables} create view rich as select id from account where amount > 5`,
    views: ['account', 'rich'],
  })
  await eventually(() => second.state(), { status: 'serving' })
  expect((await pool.query('select * from read.rich')).rows).toEqual([{ id: 'a' }])
  await expect(pool.query('select * from read.total')).rejects.toThrow('does not exist')
})

test('losing the connection while a new version reads the head ends its lease, not the process', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  onTestFinished(() => {
    process.off('unhandledRejection', note)
  })
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  await append(eventStore, ...someEvents(10))
  start(pool, eventStore, accounts)
  await waitUntilCaughtUp(pool, eventStore)

  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  let questions = 0
  const headPosition = async () => {
    // The first call compares the log with the checkpoint; the second decides whether to take over.
    if (++questions === 2) {
      asked.resolve()
      await answer.promise
    }
    return eventStore.headPosition()
  }
  const next = start(pool, { ...eventStore, headPosition }, version(2))
  await asked.promise
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'projection accounts 2'`,
  )
  await eventually(async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity
        where datname = current_database() and application_name = 'projection accounts 2'`,
    )
    return rows.length === 0
  })
  // After this round trip, the client knows that the connection has ended.
  await pool.query('select')
  answer.resolve()
  await eventually(() => next.state(), { status: 'serving' })
  expect(await publishedAccounts(pool)).toEqual(expectedAccounts(await wholeLog(eventStore)))
  expect(unhandled).toEqual([])
})
