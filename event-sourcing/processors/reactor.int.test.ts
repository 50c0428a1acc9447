import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import type { EventStore, RecordedEvent } from '../event-store/event-store.ts'
import { memoryEventStore } from '../event-store/memory.ts'
import { silentLog } from '../log.ts'
import type { Pool } from '../postgres/pool.ts'
import { startProjector } from './projector.ts'
import { type Reactor, startReactor } from './reactor.ts'
import { accounts, append, event, notices, someEvents, wholeLog } from './testing/accounts.ts'
import { waitUntilCaughtUp } from './testing/wait-until-caught-up.ts'

const start = (pool: Pool, eventStore: EventStore, reactor: Reactor = notices) => {
  const running = startReactor(reactor, { pool, eventStore, log: silentLog, standbyPause: 20 })
  onTestFinished(running.stop)
  return running
}

const atHead = async (pool: Pool, eventStore: EventStore) => {
  const head = await eventStore.headPosition()
  const positions = `select position from checkpoint where kind = 'reaction'`
  await eventually(
    async () => (await pool.query(positions)).rows,
    ([row]) => BigInt(row.position) >= head,
  )
}

const outbox = async (pool: Pool) => {
  const { rows } = await pool.query(
    `select event_id || ' ' || kind as entry, state from outbox order by position, kind desc`,
  )
  return rows
}

const askedFor = (log: RecordedEvent[]) =>
  log
    .filter(({ type }) => notices.eventTypes.includes(type))
    .flatMap((recorded) => notices.react(recorded).map(({ kind }) => `${recorded.id} ${kind}`))

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

test('every entry that events require is in the outbox once, whatever is delivered twice', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const twice: EventStore = {
    ...eventStore,
    subscribeAll: (options) =>
      eventStore.subscribeAll({
        ...options,
        onBatch: async (events) => {
          await options.onBatch(events)
          await options.onBatch(events)
        },
      }),
  }
  start(pool, twice)
  for (let n = 0; n < 20; n++) await append(eventStore, ...someEvents(10))
  await atHead(pool, eventStore)
  const entries = await outbox(pool)
  expect(entries.map(({ entry }) => entry)).toEqual(askedFor(await wholeLog(eventStore)))
  expect(new Set(entries.map(({ state }) => state))).toEqual(new Set(['waiting']))
})

test('a lost checkpoint does not cause duplicate entries', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  await append(eventStore, ...someEvents(50))
  const first = start(pool, eventStore)
  await atHead(pool, eventStore)
  await first.stop()
  const before = await outbox(pool)
  await pool.query(`update outbox set state = 'done'`)
  await pool.query('delete from checkpoint')
  start(pool, eventStore)
  await atHead(pool, eventStore)
  expect(await outbox(pool)).toEqual(before.map(({ entry }) => ({ entry, state: 'done' })))
})

test('rebuilding a projection creates no entries', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  await append(eventStore, ...someEvents(50))
  const projection = startProjector(accounts, { pool, eventStore, log: silentLog })
  start(pool, eventStore)
  await waitUntilCaughtUp(pool, eventStore)
  await projection.stop()
  const before = await outbox(pool)
  const rebuilt = startProjector({ ...accounts, version: 2 }, { pool, eventStore, log: silentLog })
  onTestFinished(rebuilt.stop)
  await eventually(() => rebuilt.state(), { status: 'serving' })
  expect(await outbox(pool)).toEqual(before)
})

test('reading the log again sends nothing for events that happened over three days ago', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  await append(
    eventStore,
    event('Doubled', { id: 'old' }, hoursAgo(73)),
    event('Doubled', { id: 'recent' }, hoursAgo(71)),
  )
  start(pool, eventStore)
  await atHead(pool, eventStore)
  expect((await outbox(pool)).map(({ state }) => state)).toEqual(['too-old', 'waiting'])
})

test('each reactor can set how old is too old', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  await append(eventStore, event('Doubled', {}, hoursAgo(3)), event('Doubled', {}, hoursAgo(1)))
  start(pool, eventStore, { ...notices, horizonHours: 2 })
  await atHead(pool, eventStore)
  expect((await outbox(pool)).map(({ state }) => state)).toEqual(['too-old', 'waiting'])
})

test('workers are notified of new entries immediately', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const listener = await pool.connect()
  onTestFinished(() => listener.release(true))
  await listener.query('listen outbox')
  const heard = new Promise((resolve) => listener.on('notification', resolve))
  start(pool, eventStore)
  await append(eventStore, event('Doubled', { id: 'a' }))
  await heard
})

test('an event that a reactor cannot read parks its stream, and no other mail is held up', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const bad = event('Doubled', { id: 'bad' })
  const behind = event('Doubled', { id: 'behind' })
  const good = [event('Doubled', { id: 'a' }), event('Doubled', { id: 'b' })]
  await append(eventStore, good[0] ?? bad)
  await append(eventStore, bad, behind)
  await append(eventStore, good[1] ?? bad)
  const reactor = (isRepaired: boolean): Reactor => ({
    ...notices,
    react: (recorded) => {
      if (recorded.data.id === 'bad' && !isRepaired) throw new TypeError('no such letter')
      return notices.react(recorded)
    },
  })
  const entries = async () => (await outbox(pool)).map(({ entry }) => entry)
  const running = start(pool, eventStore, reactor(false))
  await atHead(pool, eventStore)
  expect(running.state()).toMatchObject({ status: 'serving', parked: 1 })
  expect(await entries()).toEqual(good.map(({ id }) => `${id} doubled`))
  const { rows } = await pool.query('select event_id, reason from parked_stream')
  expect(rows).toEqual([{ event_id: bad.id, reason: 'TypeError: no such letter' }])

  // A new release is a new process. It retries parked events at startup, and sends each email once.
  await running.stop()
  const repaired = start(pool, eventStore, reactor(true))
  await eventually(() => repaired.state(), { status: 'serving', parked: 0 })
  await eventually(async () => (await outbox(pool)).length, 4)
  expect(await entries()).toEqual(askedFor(await wholeLog(eventStore)))
})
