import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { prepareProcessorTables } from '@strand/event-sourcing/processors/runtime/prepare-tables'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database.ts'
import { guardAppends } from './guard-appends.ts'

const append = (log: EventStore, stream: string) => {
  const event = { id: crypto.randomUUID(), type: 'Happened', data: {}, metadata: { at: '' } }
  return log.append(stream, [event], 'any')
}

const logOf = async (events: number) => {
  const log = memoryEventStore()
  for (let n = 0; n < events; n++) await append(log, 'a')
  return log
}

test('a log that is older than the database, or another log, refuses appends until it is accepted', async () => {
  const { pool } = await testDatabase()
  await prepareProcessorTables(pool)
  const right = await logOf(3)
  const last = (await right.readStream('a')).at(-1)
  await pool.query(
    `insert into public.checkpoint (kind, name, version, position, last_event)
     values ('reaction', 'mail', 0, $1, $2)`,
    [String(last?.position), { stream: 'a', revision: last?.revision, id: last?.id }],
  )
  const others = [await logOf(2), await logOf(3), await logOf(5)]
  for (const other of others) {
    const before = await other.headPosition()
    await expect(append(guardAppends(other, pool), 'b')).rejects.toMatchObject({
      code: 'unavailable',
      retryAfter: 30,
    })
    expect(await other.headPosition()).toBe(before)
  }
  expect(await append(guardAppends(right, pool), 'b')).toMatchObject({ ok: true })
  // A rebuild of everything makes this change, and so accepts the log.
  await pool.query(`update public.checkpoint set position = 0, last_event = null`)
  for (const other of others)
    expect(await append(guardAppends(other, pool), 'b')).toMatchObject({ ok: true })
})
