import { randomBytes, randomUUID } from 'node:crypto'
import { beginning, type EventStore } from '@strand/event-sourcing/event-store/event-store'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { silentLog } from '@strand/event-sourcing/log'
import { prepareProcessorTables } from '@strand/event-sourcing/processors/runtime/prepare-tables'
import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { startLogProof } from './follower.ts'
import { openOrdinals } from './ordinals.ts'
import { readTree } from './tables.ts'

/** A log with gaps between its positions, as in EventStoreDB. */
const withGaps = (store: EventStore): EventStore => {
  const out = (position: bigint) => (position < 0n ? position : position * 7n + 3n)
  const back = (position: bigint) => (position < 0n ? position : (position - 3n) / 7n)
  return {
    ...store,
    headPosition: async () => out(await store.headPosition()),
    subscribeAll: (options) =>
      store.subscribeAll({
        ...options,
        from: back(options.from),
        onBatch: (events) =>
          options.onBatch(events.map((one) => ({ ...one, position: out(one.position) }))),
      }),
  }
}

const event = () => {
  const metadata = { at: '2026-03-01T09:00:00.000Z' }
  return { id: randomUUID(), type: 'Happened', data: {}, metadata }
}
const append = async (store: EventStore, count: number) => {
  const events = Array.from({ length: count }, event)
  await store.append('one', events, 'any')
}

test('indexes and positions convert both ways, with and without marks', async () => {
  const { pool } = await testDatabase()
  const memory = memoryEventStore()
  const eventStore = withGaps(memory)
  await append(memory, 400)
  await append(memory, 300)
  const before = openOrdinals({ pool, eventStore })
  const all = Array.from({ length: 700 }, (_, index) => index)
  const some = [0, 1, 254, 255, 256, 257, 399, 400, 511, 512, 699]
  for (const index of some) expect(await before.indexOf(BigInt(index * 7 + 3))).toBe(index)

  await prepareProcessorTables(pool)
  const proof = startLogProof({
    pool,
    eventStore,
    log: silentLog,
    origin: 'shop.example/log',
    signingKeys: [randomBytes(32)],
    dayOf: (instant: string) => instant.slice(0, 10),
    now: () => new Date(),
  })
  onTestFinished(() => proof.stop())
  await eventually(
    () => readTree(pool),
    (tree) => tree?.size === 700,
  )
  const { rows } = await pool.query(
    'select index, after_position::int as after from log_proof.entry_tile order by index',
  )
  expect(rows).toEqual([
    { index: 0, after: Number(beginning) },
    { index: 1, after: 255 * 7 + 3 },
    { index: 2, after: 511 * 7 + 3 },
  ])
  const ordinals = openOrdinals({ pool, eventStore })
  for (const index of some) {
    expect(await ordinals.positionOf(index)).toBe(BigInt(index * 7 + 3))
    expect(await ordinals.indexOf(BigInt(index * 7 + 3))).toBe(index)
  }
  expect(await ordinals.positionOf(all.length)).toBeNull()
  expect(await ordinals.positionOf(10 ** 14)).toBeNull()
})
