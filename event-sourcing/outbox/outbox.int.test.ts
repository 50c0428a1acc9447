import { randomUUID } from 'node:crypto'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, test } from 'vitest'
import { type Pool, transaction } from '../postgres/pool.ts'
import { prepareProcessorTables } from '../processors/runtime/prepare-tables.ts'
import {
  claimWaiting,
  findEntry,
  insertEntries,
  listByState,
  markAttempted,
  markDone,
  markFailed,
  retryFailed,
} from './outbox.ts'
import { deleteFinished, requeueLost } from './outbox-sweeper.ts'

const withEntries = async (count: number): Promise<Pool> => {
  const { pool } = await testDatabase()
  await prepareProcessorTables(pool)
  const entries = Array.from({ length: count }, (_, n) => ({
    event: {
      id: randomUUID(),
      type: 'Doubled',
      stream: `account-${n}`,
      revision: 0,
      position: BigInt(n),
      data: {},
      metadata: {},
      recordedAt: new Date(),
    },
    happenedAt: new Date().toISOString(),
    kind: 'letter',
    tooOld: false,
  }))
  await transaction(pool, (connection) => insertEntries(connection, 'letters', entries))
  return pool
}

const claim = (pool: Pool, limit: number) =>
  transaction(pool, (connection) => claimWaiting(connection, limit))

test('workers that claim at the same time never get the same entry', async () => {
  const pool = await withEntries(100)
  const claimed = await Promise.all(Array.from({ length: 8 }, () => claim(pool, 20)))
  const ids = claimed.flat().map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const rest = await claim(pool, 100)
  expect(ids.length + rest.length).toBe(100)
  expect(await claim(pool, 1)).toEqual([])
})

test('entries whose claim is rolled back are claimed by the next one, oldest first', async () => {
  const pool = await withEntries(3)
  const failing = transaction(pool, async (connection) => {
    await claimWaiting(connection, 2)
    throw new Error('the queue is unavailable')
  })
  await expect(failing).rejects.toThrow('the queue is unavailable')
  expect((await claim(pool, 2)).map(({ position }) => position)).toEqual([0n, 1n])
})

test('entries that the queue lost wait again; those that are done or being tried do not', async () => {
  const pool = await withEntries(4)
  const [lost, done, failed, tried] = (await claim(pool, 4)).map(({ id }) => id)
  await markDone(pool, done ?? 0)
  await markFailed(pool, failed ?? 0, 'no such mailbox')
  expect(await requeueLost(pool, 600)).toBe(0)
  await pool.query(`update outbox set dispatched_at = now() - interval '11 minutes'`)
  await markAttempted(pool, tried ?? 0, 'mailbox busy')
  expect(await requeueLost(pool, 600)).toBe(1)
  expect(await claim(pool, 4)).toMatchObject([{ id: lost, round: 1 }])
})

test('a person can see what has failed for good and why, and request it again', async () => {
  const pool = await withEntries(2)
  const [first] = await claim(pool, 1)
  await markAttempted(pool, first?.id ?? 0, 'mailbox busy')
  await markFailed(pool, first?.id ?? 0, 'no such mailbox')
  const failed = await listByState(pool, 'failed', 10)
  expect(failed).toEqual([first?.id])
  expect(await findEntry(pool, first?.id ?? 0)).toMatchObject({
    state: 'failed',
    tries: 2,
    reason: 'no such mailbox',
    round: 1,
  })
  expect(await retryFailed(pool, failed)).toBe(1)
  expect(await retryFailed(pool, failed)).toBe(0)
  expect(await claim(pool, 1)).toMatchObject([{ id: first?.id, round: 2 }])
  await markDone(pool, first?.id ?? 0)
  expect(await findEntry(pool, first?.id ?? 0)).toMatchObject({ state: 'done', tries: 3 })
  expect(await listByState(pool, 'failed', 10)).toEqual([])
})

test('an entry that is done stays done, whatever is recorded later', async () => {
  const pool = await withEntries(1)
  const [entry] = await claim(pool, 1)
  const id = entry?.id ?? 0
  await markDone(pool, id)
  await markFailed(pool, id, 'a late answer')
  await markAttempted(pool, id, 'a late answer')
  expect(await retryFailed(pool, [id])).toBe(0)
  expect(await findEntry(pool, id)).toMatchObject({ state: 'done', reason: null })
})

test('entries done a month ago are deleted; failed and waiting ones are kept, however old', async () => {
  const pool = await withEntries(5)
  const [old, recent, failed, waiting] = (await claim(pool, 4)).map(({ id }) => id)
  await markDone(pool, old ?? 0)
  await markDone(pool, recent ?? 0)
  await markFailed(pool, failed ?? 0, 'no such mailbox')
  await pool.query(`update outbox set created_at = now() - interval '31 days' where id <> $1`, [
    recent,
  ])
  await pool.query(`update outbox set state = 'too-old' where position = 4`)
  expect(await deleteFinished(pool, 30)).toBe(2)
  expect(await findEntry(pool, old ?? 0)).toBeNull()
  const { rows } = await pool.query<{ id: number }>('select id from outbox order by id')
  expect(rows.map(({ id }) => id)).toEqual([recent, failed, waiting])
})
