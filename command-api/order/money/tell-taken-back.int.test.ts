import { randomUUID } from 'node:crypto'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { migrate } from '@strand/event-sourcing/postgres/migrate'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, test } from 'vitest'
import { type ToldMemory, tellOfTakenBack } from './tell-taken-back.ts'

const open = async () => {
  const { pool } = await testDatabase()
  await migrate(pool, 'command-api', new URL('../../migrations/', import.meta.url))
  const clock = { now: new Date('2026-11-12T08:00:00.000Z') }
  const eventStore = memoryEventStore()
  const options = { pool, eventStore, now: () => clock.now }
  const person = async (role: string, status = 'active') => {
    const userId = randomUUID()
    await pool.query(
      `insert into account (user_id, email, role, status, password_hash, personal, created_at)
       values ($1, $2, $3, $4, 'x', '{}', now())`,
      [userId, `${userId}@strand.example`, role, status],
    )
    return userId
  }
  await pool.query(`
    create schema read;
    create table read.order_taken_back (
      order_id text, line_id uuid default gen_random_uuid(), amount_kobo int8, noticed_at timestamptz, outcome text)`)
  const noticed = (amountKobo: number, outcome: string | null = null) =>
    pool.query(
      'insert into read.order_taken_back (amount_kobo, noticed_at, outcome) values ($1, $2, $3)',
      [amountKobo, clock.now.toISOString(), outcome],
    )
  const toldOf = async (userId: string) =>
    (await eventStore.readStream(`user-${userId}`)).map(({ data }) => [
      data.payments,
      data.amountKobo,
    ])
  const later = (minutes: number) => {
    clock.now = new Date(clock.now.getTime() + minutes * 60_000)
  }
  return { options, pool, clock, person, noticed, toldOf, later }
}

test('each active superadministrator is told at once, and about further money at most once an hour', async () => {
  const { options, person, noticed, toldOf, later } = await open()
  const [ada, chi] = [await person('superadministrator'), await person('superadministrator')]
  const others = [
    await person('administrator'),
    await person('auditor'),
    await person('superadministrator', 'archived'),
  ]
  const memory: ToldMemory = new Map()
  await tellOfTakenBack(options, memory)
  expect(await toldOf(ada)).toEqual([])
  await noticed(500)
  await noticed(70)
  await noticed(9, 'asked')
  await tellOfTakenBack(options, memory)
  await tellOfTakenBack(options, memory)
  for (const one of [ada, chi]) expect(await toldOf(one)).toEqual([[2, 570]])
  for (const other of others) expect(await toldOf(other)).toEqual([])

  later(1)
  await noticed(3)
  later(58)
  await tellOfTakenBack(options, memory)
  // A new process learns from the streams what has been mailed.
  await tellOfTakenBack(options)
  expect(await toldOf(ada)).toHaveLength(1)
  later(1)
  await tellOfTakenBack(options, memory)
  expect(await toldOf(ada)).toEqual([
    [2, 570],
    [1, 3],
  ])
  later(61)
  // If there is nothing new, no stream is read.
  const readStream = () => expect.fail('a stream was read')
  await tellOfTakenBack({ ...options, eventStore: { ...options.eventStore, readStream } }, memory)
  await tellOfTakenBack(options)
  for (const one of [ada, chi]) expect(await toldOf(one)).toHaveLength(2)
})

test('only one of several processes sends the news, and nothing older than 72 h is mailed', async () => {
  const { options, person, noticed, toldOf, later } = await open()
  const ada = await person('superadministrator')
  await noticed(500)
  later(72 * 60)
  await tellOfTakenBack(options)
  expect(await toldOf(ada)).toEqual([])
  await noticed(70)
  await Promise.all([1, 2, 3, 4].map(() => tellOfTakenBack(options)))
  expect(await toldOf(ada)).toEqual([[1, 70]])
})

test('before the first read model nobody is told, and nothing fails', async () => {
  const { options, pool, person, toldOf } = await open()
  const ada = await person('superadministrator')
  await pool.query('drop table read.order_taken_back')
  await tellOfTakenBack(options)
  expect(await toldOf(ada)).toEqual([])
})
