import { eventually } from '@strand/platform/testing/eventually'
import { fastestOf } from '@strand/platform/testing/fastest-of'
import { limit } from '@strand/platform/testing/limits'
import { startProxy } from '@strand/platform/testing/proxy'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import type { EventStore } from '../event-store/event-store.ts'
import { memoryEventStore } from '../event-store/memory.ts'
import { silentLog } from '../log.ts'
import { openPool, type Pool } from '../postgres/pool.ts'
import { openProgress } from './progress.ts'
import { type Projection, startProjector } from './projector.ts'
import { accounts, append, event, publishedAccounts, someEvents } from './testing/accounts.ts'
import { waitUntilCaughtUp } from './testing/wait-until-caught-up.ts'

const start = (
  pool: Pool,
  eventStore: EventStore,
  projection: Projection = accounts,
  more: { retryPause?: number } = {},
) => {
  const running = startProjector(projection, {
    pool,
    eventStore,
    log: silentLog,
    standbyPause: 20,
    ...more,
  })
  onTestFinished(running.stop)
  return running
}

const open = async (pool: Pool, eventStore?: EventStore) => {
  const progress = await openProgress({
    pool,
    log: silentLog,
    ...(eventStore ? { eventStore } : {}),
  })
  onTestFinished(progress.close)
  return progress
}

const patience = limit(20_000)

test('a client that waits for a position can then read everything up to it', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  start(pool, eventStore)
  const progress = await open(pool)
  let changes = 0
  for (let n = 0; n < 50; n++) {
    const events = someEvents(4)
    changes += events.filter(({ type }) => type !== 'Looked').length
    const position = await append(eventStore, ...events)
    expect(await progress.waitFor(['accounts'], position, patience)).toBe('whole')
    expect((await publishedAccounts(pool)).changes).toBe(changes)
  }
})

test('the position of an event that the projection skips is reached without waiting', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const running = start(pool, eventStore)
  await eventually(() => running.state(), { status: 'serving' })
  const progress = await open(pool)
  const fastest = await fastestOf(10, async () => {
    const position = await append(eventStore, event('Looked'))
    expect(await progress.waitFor(['accounts'], position, patience)).toBe('whole')
  })
  // Polling reads the table once a second. Without notifications, every run but the first would
  // take a second.
  expect(fastest).toBeLessThan(500)
})

test('the served version changes with each change, and is unknown while the listening connection is down', async () => {
  const { url, pool } = await testDatabase()
  const eventStore = memoryEventStore()
  start(pool, eventStore)
  const proxy = await startProxy(url)
  const viaProxy = openPool(proxy.url, { log: silentLog, name: 'test' })
  onTestFinished(() => viaProxy.end())
  const progress = await open(viaProxy)
  await eventually(
    () => progress.servedVersion('accounts'),
    (value) => value !== undefined,
  )
  expect(progress.servedVersion('others')).toBeUndefined()
  const before = progress.servedVersion('accounts')
  const position = await append(eventStore, ...someEvents(5))
  await progress.waitFor(['accounts'], position, patience)
  expect(progress.servedVersion('accounts')).not.toBe(before)
  await proxy.cut()
  await eventually(() => progress.servedVersion('accounts'), undefined)
  await proxy.back()
  await eventually(
    () => progress.servedVersion('accounts'),
    (value) => value !== undefined,
  )
})

test('it waits for all named projections, and gives up when the time is up', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  start(pool, eventStore)
  const progress = await open(pool)
  const position = await append(eventStore, ...someEvents(5))
  expect(await progress.waitFor(['accounts'], position, patience)).toBe('whole')
  expect(await progress.waitFor(['accounts', 'others'], position, 50)).toBe('behind')
  expect(await progress.waitFor(['accounts'], position + 1n, 50)).toBe('behind')
  start(pool, eventStore, { ...accounts, name: 'others', views: [] })
  expect(await progress.waitFor(['accounts', 'others'], position, patience)).toBe('whole')
})

test('a thousand waits for a position that has been reached cost no statement', async () => {
  const { url, pool } = await testDatabase()
  const eventStore = memoryEventStore()
  start(pool, eventStore)
  const asked = openPool(url, { log: silentLog, name: 'asked' })
  const progress = await open(asked)
  const position = await append(eventStore, ...someEvents(5))
  await progress.waitFor(['accounts'], position, patience)
  await asked.end()
  for (let n = 0; n < 1_000; n++)
    expect(await progress.waitFor(['accounts'], position, 0)).toBe('whole')
})

test('a lost announcement delays an answer but does not lose it', async () => {
  const { url, pool } = await testDatabase()
  const proxy = await startProxy(url)
  const behind = openPool(proxy.url, { log: silentLog, name: 'behind the proxy' })
  onTestFinished(() => behind.end())
  const eventStore = memoryEventStore()
  start(pool, eventStore)
  const progress = await open(behind)
  await progress.waitFor(['accounts'], await append(eventStore, ...someEvents(3)), patience)
  await proxy.away()
  const position = await append(eventStore, ...someEvents(3))
  await waitUntilCaughtUp(pool, eventStore)
  const waiting = progress.waitFor(['accounts'], position, patience)
  await proxy.back()
  expect(await waiting).toBe('whole')
})

test('a new version counts only once it serves', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const old = start(pool, eventStore)
  const progress = await open(pool)
  const before = await append(eventStore, ...someEvents(5))
  expect(await progress.waitFor(['accounts'], before, patience)).toBe('whole')
  await old.stop()
  const gate = Promise.withResolvers<void>()
  start(pool, eventStore, {
    ...accounts,
    version: 2,
    apply: async (events, connection) => {
      await accounts.apply(events, connection)
      if (events.some(({ data }) => data.id === 'last')) await gate.promise
    },
  })
  const position = await append(eventStore, event('Doubled', { id: 'last' }))
  expect(await progress.waitFor(['accounts'], position, 300)).toBe('behind')
  gate.resolve()
  expect(await progress.waitFor(['accounts'], position, patience)).toBe('whole')
})

test('the report shows how far behind each is, what is parked and why, and what is not running', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const bad = event('Added', { id: 'a', amount: 'much' })
  await append(eventStore, ...someEvents(6))
  await append(eventStore, event('Doubled', { id: 'b' }), bad, ...someEvents(2))
  const running = start(pool, eventStore)
  const others = start(pool, eventStore, {
    ...accounts,
    name: 'others',
    views: [],
    apply: async () => {},
  })
  await eventually(() => [running.state(), others.state()], [{ parked: 1 }, { position: 9n }])
  const progress = await open(pool, eventStore)
  const [parked, whole] = await progress.report()
  expect(parked).toMatchObject({
    name: 'accounts',
    ok: true,
    status: 'serving',
    position: '9',
    lagEvents: 0,
    parked: 1,
    waiting: [{ eventId: bad.id, type: 'Added', position: '7', reason: 'TypeError: no amount' }],
  })
  expect(whole).toMatchObject({
    name: 'others',
    ok: true,
    status: 'serving',
    position: '9',
    lagEvents: 0,
    lagSeconds: 0,
    parked: 0,
    waiting: [],
  })
  await others.stop()
  // The server notices only a moment later that the connection and its lock are gone.
  await eventually(async () => (await progress.report())[1]?.status, 'not running')
  expect(await progress.report()).toMatchObject([{}, { ok: false, status: 'not running' }])
})

test('a wait at or beyond a parked event ends at once, as incomplete, until that event is applied', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const before = await append(eventStore, event('Doubled', { id: 'a' }))
  const bad = await append(eventStore, event('Added', { id: 'b', amount: 'much' }))
  const after = await append(eventStore, event('Doubled', { id: 'a' }))
  let isMended = false
  const mendable: Projection = {
    ...accounts,
    apply: async (events, connection) => {
      if (!isMended) await accounts.apply(events, connection)
    },
  }
  const running = start(pool, eventStore, mendable, { retryPause: 200 })
  const progress = await open(pool)
  // Nearly three hours in milliseconds: the wait must end because of the event, not by its timeout.
  const hours = 10_000_000
  const all = () =>
    Promise.all([before, bad, after].map((at) => progress.waitFor(['accounts'], at, hours)))
  expect(await all()).toEqual(['whole', 'parked', 'parked'])
  const version = progress.servedVersion('accounts')
  // A listener that starts later gets the same result from the table.
  const late = await open(pool)
  expect(await late.waitFor(['accounts'], after, hours)).toBe('parked')

  isMended = true
  await eventually(() => running.state(), { parked: 0 })
  await eventually(
    () => all(),
    (value) => value.every((reached) => reached === 'whole'),
  )
  await eventually(() => late.waitFor(['accounts'], after, hours), 'whole')
  expect(progress.servedVersion('accounts')).not.toBe(version)
})

test('a wait that is still pending on close resolves to behind', async () => {
  const { pool } = await testDatabase()
  const progress = await open(pool)
  const waiting = progress.waitFor(['accounts'], 5n, patience)
  await progress.close()
  expect(await waiting).toBe('behind')
})
