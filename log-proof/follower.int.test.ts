import { randomUUID } from 'node:crypto'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { silentLog } from '@strand/event-sourcing/log'
import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase, testEventStore } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { openCheckpoint } from './checkpoint.ts'
import { type LogProofOptions, type RunningLogProof, startLogProof } from './follower.ts'
import { leafHashOf } from './leaf.ts'
import { parseVerifierKey } from './note.ts'
import { rootFromTiles } from './proof.ts'
import { readCheckpoint, readCheckpoints, readTile, readTree } from './tables.ts'
import { wholeTree } from './testing/naive-tree.ts'

const event = (n: number) => ({
  id: randomUUID(),
  type: 'Counted',
  data: { n },
  metadata: { at: '2026-03-01T09:00:00.000Z' },
})

const setUp = async () => {
  const { url, pool } = await testDatabase()
  const eventStore = await testEventStore(url)
  let counted = 0
  const append = async (count: number) => {
    for (let left = count; left > 0; left -= 500)
      await eventStore.append(
        `count-${counted++}`,
        Array.from({ length: Math.min(left, 500) }, (_, n) => event(n)),
        'any',
      )
  }
  const follow = (changes: Partial<LogProofOptions> = {}) => {
    const running = startLogProof({
      pool,
      eventStore,
      log: silentLog,
      standbyPause: 20,
      signingKeys: [Buffer.alloc(32, 7)],
      origin: 'shop.example/log',
      now: () => new Date('2026-03-01T09:00:00.000Z'),
      dayOf: (instant) => instant.slice(0, 10),
      ...changes,
    })
    onTestFinished(running.stop)
    return running
  }
  const untilAtHead = async () => {
    const head = await eventStore.headPosition()
    await eventually(
      () => readTree(pool).catch(() => null),
      (tree) => tree?.position === head,
    )
  }
  return { pool, eventStore, append, follow, untilAtHead }
}

const leavesOf = async (eventStore: EventStore) => {
  const leaves: Buffer[] = []
  const head = await eventStore.headPosition()
  const reading = eventStore.subscribeAll({
    from: -1n,
    onBatch: async (events) => {
      for (const one of events) leaves.push(leafHashOf(one, leaves.length))
    },
  })
  await eventually(() => BigInt(leaves.length) - 1n, head)
  await reading.stop()
  return leaves
}

const problem = (running: RunningLogProof) =>
  eventually(() => running.state().problem?.reason ?? '')

test('the newest checkpoint covers the whole log, across restarts and with a standby', async () => {
  const { pool, eventStore, append, follow, untilAtHead } = await setUp()
  await append(700)
  const first = follow()
  await untilAtHead()
  const second = follow()
  await append(3)
  await untilAtHead()
  await first.stop()
  await append(600)
  await untilAtHead()
  await second.stop()
  const third = follow({ origin: 'other.example/log' })
  await append(1)
  await untilAtHead()
  expect(third.state()).toMatchObject({ status: 'serving', lagSeconds: 0 })

  const tree = await readTree(pool)
  const newest = await readCheckpoint(pool)
  const key = parseVerifierKey(tree?.verifierKey ?? '')
  const leaves = await leavesOf(eventStore)
  expect(leaves).toHaveLength(1_304)
  const { rootOfAll } = wholeTree(leaves)
  // The first checkpoint has fixed the log's origin, so the new setting is ignored.
  expect(openCheckpoint(newest?.note ?? '', key)).toEqual({
    origin: 'shop.example/log',
    size: 1_304,
    root: rootOfAll,
  })
  const stored = async (level: number, index: number) =>
    (await readTile(pool, level, index)) as Buffer
  expect(await rootFromTiles(stored, 1_304)).toEqual(rootOfAll)
})

test('the last checkpoint of each day is kept, even if the clock is set back', async () => {
  const { pool, append, follow, untilAtHead } = await setUp()
  let day = '2026-03-01'
  follow({ dayOf: () => day })
  const sizes = async () => (await readCheckpoints(pool)).map((one) => [one.day, one.size])
  await append(2)
  await untilAtHead()
  await append(1)
  await untilAtHead()
  expect(await sizes()).toEqual([['2026-03-01', 3]])
  day = '2026-03-02'
  await append(1)
  await untilAtHead()
  day = '2026-03-01'
  await append(1)
  await untilAtHead()
  expect(await sizes()).toEqual([
    ['2026-03-01', 3],
    ['2026-03-02', 5],
  ])
})

test('with altered tiles, with another key, or ahead of the log, it signs nothing and says why', async () => {
  const { pool, append, follow, untilAtHead } = await setUp()
  await append(300)
  const running = follow()
  await untilAtHead()
  await running.stop()
  const before = await readCheckpoint(pool)
  await append(1)

  const otherKey = follow({ signingKeys: [Buffer.alloc(32, 8)] })
  expect(await problem(otherKey)).toContain('LOG_SIGNING_KEY is not the key')
  await otherKey.stop()
  await expect(otherKey.health()).rejects.toThrow('LOG_SIGNING_KEY')

  const alter = `update log_proof.tile set hashes = set_byte(hashes, 5, get_byte(hashes, 5) # 1)
    where level = 0 and index = 1`
  await pool.query(alter)
  const altered = follow()
  expect(await problem(altered)).toContain('tiles do not give the root')
  await altered.stop()
  await pool.query(alter)

  await pool.query('alter table event_log.event disable trigger user')
  await pool.query('update event_log.head set position = 9')
  await pool.query('delete from event_log.event where position > 9')
  const ahead = follow()
  expect(await problem(ahead)).toContain('ends before its newest checkpoint')
  expect(await readCheckpoint(pool)).toEqual(before)
})

test('an event that cannot have a leaf stops it and is never skipped', async () => {
  const { pool, eventStore, append, follow } = await setUp()
  await append(2)
  const broken: EventStore = {
    ...eventStore,
    subscribeAll: (options) =>
      eventStore.subscribeAll({
        ...options,
        onBatch: (events) =>
          options.onBatch(events.map((one) => ({ ...one, data: { n: Number.NaN } }))),
      }),
  }
  const running = follow({ eventStore: broken })
  expect(await problem(running)).toContain('has no canonical JSON')
  expect(await readTree(pool)).toBe(null)
  const { rows } = await pool.query('select from public.parked_stream')
  expect(rows).toEqual([])
})
