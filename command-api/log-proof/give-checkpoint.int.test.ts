import { randomUUID } from 'node:crypto'
import { memoryEventStore } from '@strand/event-sourcing/event-store/memory'
import { migrate } from '@strand/event-sourcing/postgres/migrate'
import { transaction } from '@strand/event-sourcing/postgres/pool'
import { prepareLogProofTables, writeCheckpoint } from '@strand/log-proof/tables'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, test } from 'vitest'
import { giveCheckpoint } from './give-checkpoint.ts'

test('each auditor gets the checkpoint of the last complete day, once', async () => {
  const { pool } = await testDatabase()
  await migrate(pool, 'command-api', new URL('../migrations/', import.meta.url))
  await prepareLogProofTables(pool)
  const eventStore = memoryEventStore()
  const people = await Promise.all(
    [
      ['auditor', 'active'],
      ['auditor', 'archived'],
      ['administrator', 'active'],
    ].map(async ([role, status]) => {
      const userId = randomUUID()
      await pool.query(
        `insert into account (user_id, email, role, status, password_hash, personal, created_at)
         values ($1, $2, $3, $4, 'x', '{}', now())`,
        [userId, `${userId}@strand.example`, role, status],
      )
      return userId
    }),
  )
  const days = ['2026-03-01', '2026-03-02', '2026-03-03']
  await transaction(pool, async (connection) => {
    for (const [n, day] of days.entries())
      await writeCheckpoint(connection, {
        day,
        size: n + 1,
        note: `note ${day}`,
        signedAt: new Date(`${day}T12:00:00Z`),
      })
  })
  // In Lagos, it is already 3 March.
  const give = (now: string) => giveCheckpoint({ pool, eventStore, now: () => new Date(now) })
  const given = async (userId = '') =>
    (await eventStore.readStream(`user-${userId}`)).map(({ data }) => data)
  await give('2026-03-02T23:30:00Z')
  await give('2026-03-03T10:00:00Z')
  const [auditor, ...others] = people
  expect(await given(auditor)).toEqual([
    { userId: auditor, day: '2026-03-02', note: 'note 2026-03-02' },
  ])
  for (const other of others) expect(await given(other)).toEqual([])
  await give('2026-03-03T23:10:00Z')
  expect((await given(auditor)).map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-03'])
})
