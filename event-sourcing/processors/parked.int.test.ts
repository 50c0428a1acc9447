import { randomUUID } from 'node:crypto'
import { eventually } from '@strand/platform/testing/eventually'
import { seed } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { testDatabase } from '@strand/platform/testing/test-database'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { EventStore, EventToAppend, RecordedEvent } from '../event-store/event-store.ts'
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

type Start = { projection?: Projection; retryPause?: number; batchSize?: number }

const start = (pool: Pool, eventStore: EventStore, given: Start = {}) => {
  const { projection = accounts, retryPause = 3_600_000, batchSize = 20 } = given
  const running = startProjector(projection, {
    pool,
    eventStore,
    log: silentLog,
    standbyPause: 20,
    batchSize,
    retryPause,
  })
  onTestFinished(running.stop)
  return running
}

const bad = (id: string) => event('Added', { id, amount: 'much' })

/** The projection after a fix: an event that it could not apply before now adds 0. */
const repaired = (isRepaired: (recorded: RecordedEvent) => boolean): Projection => ({
  ...accounts,
  apply: (events, connection) => accounts.apply(events.map(readAs(isRepaired)), connection),
})

const readAs = (isRepaired: (recorded: RecordedEvent) => boolean) => (recorded: RecordedEvent) =>
  recorded.data.amount === 'much' && isRepaired(recorded)
    ? { ...recorded, data: { ...recorded.data, amount: 0 } }
    : recorded

const everything = () => true

/** The log without bad events, and without the later events of their streams. */
const withoutTails = (log: RecordedEvent[], isBad: (recorded: RecordedEvent) => boolean) => {
  const parked = new Set<string>()
  return log.filter((recorded) => {
    if (isBad(recorded)) parked.add(recorded.stream)
    return !parked.has(recorded.stream)
  })
}

const isBad = ({ data }: RecordedEvent) => data.amount === 'much'

const parkedStreams = async (pool: Pool) =>
  (await pool.query('select stream, event_id, reason from parked_stream order by position')).rows

test('an event that cannot be applied parks its stream, and everything else goes on', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  await append(eventStore, ...someEvents(15))
  const culprit = bad('b')
  const behind = [event('Added', { id: 'b', amount: 2 }), event('Doubled', { id: 'b' })]
  await append(eventStore, event('Added', { id: 'b', amount: 1 }), culprit, ...behind)
  await append(eventStore, ...someEvents(15))
  const running = start(pool, eventStore)
  await waitUntilCaughtUp(pool, eventStore)

  const log = await wholeLog(eventStore)
  // Neither the rows nor the stored total include parked events.
  expect(await publishedAccounts(pool)).toEqual(expectedAccounts(withoutTails(log, isBad)))
  expect(running.state()).toMatchObject({ status: 'serving', parked: 1 })
  const stream = log.find(({ id }) => id === culprit.id)?.stream
  const reason = 'TypeError: no amount'
  expect(await parkedStreams(pool)).toEqual([{ stream, event_id: culprit.id, reason }])

  // After a restart with the same code, nothing more is parked, and the state is the same.
  await running.stop()
  const again = start(pool, eventStore)
  await append(eventStore, ...someEvents(15))
  await waitUntilCaughtUp(pool, eventStore)
  expect(again.state()).toMatchObject({ status: 'serving', parked: 1 })
  const later = await wholeLog(eventStore)
  expect(await publishedAccounts(pool)).toEqual(expectedAccounts(withoutTails(later, isBad)))

  // Fixed code makes the parked stream continue at startup.
  await again.stop()
  const good = start(pool, eventStore, { projection: repaired(everything) })
  await eventually(() => good.state(), { status: 'serving', parked: 0 })
  await waitUntilCaughtUp(pool, eventStore)
  expect(await publishedAccounts(pool)).toEqual(expectedAccounts(later.map(readAs(everything))))
  expect(await parkedStreams(pool)).toEqual([])
})

test('later events of a parked stream wait, and are applied in order', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const stream = `account-${randomUUID()}`
  const add = (...events: EventToAppend[]) => eventStore.append(stream, events, 'any')
  let isRepaired = false
  const running = start(pool, eventStore, {
    projection: repaired(() => isRepaired),
    retryPause: 100,
  })
  await add(event('Added', { id: 'a', amount: 1 }), bad('a'))
  await eventually(() => running.state(), { parked: 1 })
  await add(event('Doubled', { id: 'a' }))
  await add(event('Added', { id: 'a', amount: 5 }))
  await append(eventStore, event('Added', { id: 'b', amount: 7 }))
  await waitUntilCaughtUp(pool, eventStore)
  const rows = [
    { id: 'a', amount: 1, changes: 1 },
    { id: 'b', amount: 7, changes: 1 },
  ]
  expect(await publishedAccounts(pool)).toEqual({ accounts: rows, changes: 2 })
  isRepaired = true
  await eventually(() => running.state(), { parked: 0 })
  const log = (await wholeLog(eventStore)).map(readAs(everything))
  expect(await publishedAccounts(pool)).toEqual(expectedAccounts(log))
  // New events of the stream are applied directly again.
  await add(event('Doubled', { id: 'a' }))
  await waitUntilCaughtUp(pool, eventStore)
  expect(await publishedAccounts(pool)).toEqual(
    expectedAccounts((await wholeLog(eventStore)).map(readAs(everything))),
  )
})

test('a partly repaired stream waits at the next event that cannot be applied', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const [first, second] = [bad('a'), bad('a')]
  await append(eventStore, first, event('Added', { id: 'a', amount: 3 }), second)
  const running = start(pool, eventStore, {
    projection: repaired(({ id }) => id === first.id),
  })
  await eventually(() => running.state(), { parked: 1 })
  expect(await publishedAccounts(pool)).toEqual({
    accounts: [{ id: 'a', amount: 3, changes: 2 }],
    changes: 2,
  })
  expect(await parkedStreams(pool)).toMatchObject([{ event_id: second.id }])
})

test('a new version parks the same streams, and takes over with them parked', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  await append(eventStore, bad('a'))
  await append(eventStore, ...someEvents(30))
  const old = start(pool, eventStore)
  await eventually(() => old.state(), { parked: 1 })
  const next = start(pool, eventStore, { projection: { ...accounts, version: 2 } })
  await eventually(() => next.state(), { status: 'serving' })
  await waitUntilCaughtUp(pool, eventStore)
  expect(await publishedAccounts(pool)).toEqual(
    expectedAccounts(withoutTails(await wholeLog(eventStore), isBad)),
  )
  await old.stop()
  const { rows } = await pool.query('select version from parked_stream')
  expect(rows).toEqual([{ version: 2 }])
})

test('after its checkpoint is reset to the beginning, a projector parks the same events again', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  await append(eventStore, event('Doubled', { id: 'a' }), bad('a'), event('Doubled', { id: 'a' }))
  const running = start(pool, eventStore)
  await eventually(() => running.state(), { parked: 1 })
  await running.stop()
  await pool.query(`update checkpoint set position = -1`)
  await pool.query('truncate accounts_v1.account; update accounts_v1.total set changes = 0')
  const again = start(pool, eventStore, { projection: repaired(everything) })
  await eventually(() => again.state(), { status: 'serving' })
  await waitUntilCaughtUp(pool, eventStore)
  expect(await publishedAccounts(pool)).toEqual(
    expectedAccounts((await wholeLog(eventStore)).map(readAs(everything))),
  )
})

test('a batch costs a few calls per bad event, not one call per event', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  for (let n = 0; n < 500; n++) {
    const id = `account ${n}`
    await append(eventStore, n % 100 === 50 ? bad(id) : event('Added', { id, amount: n }))
  }
  let calls = 0
  const running = start(pool, eventStore, {
    projection: {
      ...accounts,
      apply: async (events, connection) => {
        calls++
        await accounts.apply(events, connection)
      },
    },
    batchSize: 500,
  })
  await waitUntilCaughtUp(pool, eventStore)
  expect(running.state().parked).toBe(5)
  // The maximum: four tries of the whole batch, and 2 log n halvings for each bad event.
  expect(calls).toBeLessThan(4 + 5 * 2 * Math.ceil(Math.log2(500)))
})

test('many consecutive bad events do not hold up the others with retries for each', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  for (let n = 0; n < 60; n++) await append(eventStore, bad(`a${n}`), ...someEvents(1))
  let calls = 0
  const running = start(pool, eventStore, {
    projection: {
      ...accounts,
      apply: async (events, connection) => {
        calls++
        await accounts.apply(events, connection)
      },
    },
    batchSize: 1,
  })
  await eventually(() => running.state(), { parked: 60 })
  // The maximum: two calls for each bad event (its batch, then the event alone), and three more
  // tries for the first one.
  expect(calls).toBeLessThanOrEqual(60 * 2 + 3)
})

test('dropped tables are rebuilt, and park nothing', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const running = start(pool, eventStore)
  await eventually(() => running.state(), { status: 'serving' })
  await pool.query('drop schema accounts_v1 cascade')
  await append(eventStore, ...someEvents(30))
  await waitUntilCaughtUp(pool, eventStore)
  expect(await parkedStreams(pool)).toEqual([])
  expect(await publishedAccounts(pool)).toEqual(
    expectedAccounts((await wholeLog(eventStore)).map(readAs(everything))),
  )
})

test('an unavailable dependency during a retry of parked events parks nothing more and loses nothing', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  await append(eventStore, bad('a'), event('Doubled', { id: 'a' }))
  let reads = 0
  const flaky: EventStore = {
    ...eventStore,
    readStream: async (stream) => {
      reads++
      if (reads < 3) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
      if (reads < 4) throw new Error('this event cannot even be read')
      return eventStore.readStream(stream)
    },
  }
  const first = start(pool, flaky)
  await eventually(() => first.state(), { parked: 1 })
  await first.stop()
  const running = start(pool, flaky, { projection: repaired(everything), retryPause: 50 })
  await eventually(
    () => ({ reads, ...running.state() }),
    ({ reads, parked }) => reads >= 4 && parked === 0,
  )
  expect(running.state().status).toBe('serving')
  await waitUntilCaughtUp(pool, eventStore)
  expect(await publishedAccounts(pool)).toEqual(
    expectedAccounts((await wholeLog(eventStore)).map(readAs(everything))),
  )
})

test('random streams with bad events, restarted at random and repaired later, match the log', async () => {
  const stream = fc.array(fc.constantFrom('add', 'double', 'look', 'bad'), { maxLength: 8 })
  const step = fc.record({ stream: fc.nat(5), restart: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(
      fc.array(stream, { minLength: 6, maxLength: 6 }),
      fc.array(step, { maxLength: 12 }),
      fc.boolean(),
      async (streams, steps, asNewVersion) => {
        const { pool, drop } = await testDatabase({ keep: true })
        const eventStore = memoryEventStore()
        let running = startProjector(accounts, options(pool, eventStore, 5))
        try {
          const left = streams.map((kinds) => [...kinds])
          const rest = left.flatMap((kinds, n) => kinds.map(() => ({ stream: n, restart: false })))
          for (const { stream: n, restart } of [...steps, ...rest]) {
            const kind = left[n]?.shift()
            if (kind) await eventStore.append(`account-${n}`, [eventOf(kind, n)], 'any')
            if (!restart) continue
            await running.stop()
            running = startProjector(accounts, options(pool, eventStore, 3))
          }
          await waitUntilCaughtUp(pool, eventStore)
          const log = await wholeLog(eventStore)
          const whole = withoutTails(log, isBad)
          expect(await publishedAccounts(pool)).toEqual(expectedAccounts(whole))
          const parked = new Set(log.filter(isBad).map((recorded) => recorded.stream)).size
          await eventually(() => running.state(), { parked })

          await running.stop()
          const version = asNewVersion ? 2 : 1
          const projection = { ...repaired(everything), version }
          running = startProjector(projection, options(pool, eventStore, 4))
          await eventually(() => running.state(), { status: 'serving' })
          await eventually(() => running.state(), { parked: 0 })
          await waitUntilCaughtUp(pool, eventStore)
          expect(await publishedAccounts(pool)).toEqual(
            expectedAccounts(log.map(readAs(everything))),
          )
          expect(await parkedStreams(pool)).toEqual([])
        } finally {
          await running.stop()
          await drop()
        }
      },
    ),
    { seed, numRuns: repetitions({ usual: 3, long: 50 }) },
  )
})

const options = (pool: Pool, eventStore: EventStore, batchSize: number) => ({
  pool,
  eventStore,
  log: silentLog,
  standbyPause: 20,
  batchSize,
  retryPause: 3_600_000,
})

/** Each stream has its own account, because streams are parked independently of each other. */
const eventOf = (kind: string, n: number): EventToAppend => {
  const id = `account ${n}`
  if (kind === 'bad') return bad(id)
  if (kind === 'look') return event('Looked', { id })
  return kind === 'double' ? event('Doubled', { id }) : event('Added', { id, amount: n + 3 })
}
