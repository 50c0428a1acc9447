import { eventually } from '@strand/platform/testing/eventually'
import { startProxy } from '@strand/platform/testing/proxy'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import type { EventStore, RecordedEvent } from '../event-store/event-store.ts'
import { memoryEventStore } from '../event-store/memory.ts'
import { silentLog } from '../log.ts'
import { openPool, type Pool } from '../postgres/pool.ts'
import { type Projection, startProjector } from './projector.ts'
import { moveCheckpoint } from './runtime/checkpoint.ts'
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

const start = (pool: Pool, eventStore: EventStore, projection: Projection = accounts) => {
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

const expectFreshFold = async (pool: Pool, eventStore: EventStore) => {
  await waitUntilCaughtUp(pool, eventStore)
  expect(await publishedAccounts(pool)).toEqual(expectedAccounts(await wholeLog(eventStore)))
}

test('a read model reflects the whole log, old events and new ones', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  for (let n = 0; n < 10; n++) await append(eventStore, ...someEvents(30))
  start(pool, eventStore)
  for (let n = 0; n < 10; n++) await append(eventStore, ...someEvents(5))
  await expectFreshFold(pool, eventStore)
})

test('a new shop can be read immediately, before anything has happened', async () => {
  const { pool } = await testDatabase()
  const running = start(pool, memoryEventStore())
  await eventually(() => running.state(), { status: 'serving' })
  expect(await publishedAccounts(pool)).toEqual({ accounts: [], changes: 0 })
})

test('a batch that is delivered again changes nothing', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const again: EventStore = {
    ...eventStore,
    subscribeAll: (options) => {
      let before: RecordedEvent[] = []
      return eventStore.subscribeAll({
        ...options,
        onBatch: async (events) => {
          await options.onBatch(before.concat(events))
          await options.onBatch(events)
          before = events
        },
      })
    },
  }
  start(pool, again)
  for (let n = 0; n < 30; n++) await append(eventStore, ...someEvents(10))
  await expectFreshFold(pool, eventStore)
})

test('only one of two projectors at the same checkpoint can move it', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  await append(eventStore, ...someEvents(10))
  start(pool, eventStore)
  await waitUntilCaughtUp(pool, eventStore)
  const from = await eventStore.headPosition()
  const key = { kind: 'projection' as const, name: 'accounts', version: 1 }
  const to = { position: 99n, count: 1, at: new Date(), lastEvent: null }
  const moves = await Promise.allSettled(
    [1, 2, 3, 4].map(async () => {
      const connection = await pool.connect()
      try {
        await moveCheckpoint(connection, key, from, to)
      } finally {
        connection.release()
      }
    }),
  )
  expect(moves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a projector whose checkpoint was moved by another continues from there', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  await append(eventStore, event('Added', { id: 'a', amount: 1 }))
  start(pool, eventStore)
  await waitUntilCaughtUp(pool, eventStore)
  const head = await eventStore.headPosition()
  // Simulates another projector that has applied the next event.
  await pool.query('update accounts_v1.account set amount = 101, changes = 2')
  await pool.query('update accounts_v1.total set changes = 2')
  await pool.query('update checkpoint set position = $1', [String(head + 1n)])
  await append(eventStore, event('Added', { id: 'a', amount: 100 }))
  await append(eventStore, event('Doubled', { id: 'a' }))
  await expectFreshFold(pool, eventStore)
})

test('deadlocks, timeouts and serialization failures are tried again and harm nothing', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  let failures = 0
  start(pool, eventStore, {
    ...accounts,
    apply: async (events, connection) => {
      await accounts.apply(events, connection)
      const code = ['40P01', '40001', '57014', '55P03'][failures++]
      if (code) await connection.query(`do $$ begin raise sqlstate '${code}'; end $$`)
    },
  })
  for (let n = 0; n < 10; n++) await append(eventStore, ...someEvents(10))
  await expectFreshFold(pool, eventStore)
  expect(failures).toBeGreaterThan(4)
})

test('a batch does not count as applied if apply swallows a failed statement', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  let passedOver = false
  start(pool, eventStore, {
    ...accounts,
    apply: async (events, connection) => {
      await accounts.apply(events, connection)
      if (passedOver) return
      passedOver = true
      await connection.query('select 1 / 0').catch(() => {})
    },
  })
  await append(eventStore, ...someEvents(10))
  await expectFreshFold(pool, eventStore)
})

test('a projector whose connections the server ends resumes on its own', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const running = start(pool, eventStore)
  for (let n = 0; n < 10; n++) {
    await eventually(() => running.state(), { status: 'serving' })
    await append(eventStore, ...someEvents(100))
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    )
  }
  await expectFreshFold(pool, eventStore)
})

test('a projector waits for an unavailable Postgres, and goes on when it is back', async () => {
  const { url, pool } = await testDatabase()
  const proxy = await startProxy(url)
  const throughProxy = openPool(proxy.url, { log: silentLog, name: 'through the proxy' })
  onTestFinished(() => throughProxy.end())
  const eventStore = memoryEventStore()
  await proxy.away()
  const running = start(throughProxy, eventStore)
  await eventually(() => running.state(), { status: 'reconnecting' })
  await proxy.back()
  await append(eventStore, ...someEvents(50))
  await expectFreshFold(pool, eventStore)
  await proxy.away()
  await append(eventStore, ...someEvents(50))
  await eventually(() => running.state(), { status: 'reconnecting' })
  await proxy.back()
  await expectFreshFold(pool, eventStore)
})

test('an idle projector notices a connection that died silently', async () => {
  const { url, pool } = await testDatabase()
  const proxy = await startProxy(url)
  const throughProxy = openPool(proxy.url, { log: silentLog, name: 'through the proxy' })
  onTestFinished(() => throughProxy.end())
  const eventStore = memoryEventStore()
  const running = start(throughProxy, eventStore)
  await append(eventStore, ...someEvents(10))
  await waitUntilCaughtUp(pool, eventStore)
  proxy.fallSilent()
  await eventually(() => running.state(), { status: 'reconnecting' })
  proxy.speakAgain()
  await append(eventStore, ...someEvents(10))
  await expectFreshFold(pool, eventStore)
})

test('one of two projectors works, and the other takes over when it ends', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const first = start(pool, eventStore)
  await eventually(() => first.state(), { status: 'serving' })
  const second = start(pool, eventStore)
  await append(eventStore, ...someEvents(30))
  await waitUntilCaughtUp(pool, eventStore)
  expect([first.state().status, second.state().status]).toEqual(['serving', 'standby'])
  await first.stop()
  await append(eventStore, ...someEvents(30))
  await expectFreshFold(pool, eventStore)
  expect(second.state().status).toBe('serving')
})

test('events that are skipped move the checkpoint within about a second, without rows', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  start(pool, eventStore)
  await append(eventStore, event('Looked'), event('Looked'))
  await expectFreshFold(pool, eventStore)
})

test('tables that changed without a new version stop the projection', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const first = start(pool, eventStore)
  await eventually(() => first.state(), { status: 'serving' })
  await first.stop()
  const changed = start(pool, eventStore, { ...accounts, tables: 'create table account ()' })
  await eventually(() => changed.state(), { status: 'stopped' })
  expect(changed.state().problem?.reason).toContain('raise its version above 1')
})
