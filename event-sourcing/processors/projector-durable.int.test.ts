import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { memoryEventStore } from '../event-store/memory.ts'
import { silentLog } from '../log.ts'
import { startProjector } from './projector.ts'
import { accounts, append, event } from './testing/accounts.ts'
import { waitUntilCaughtUp } from './testing/wait-until-caught-up.ts'

test('only rows of events that a response says took effect wait for the disk', async () => {
  const { pool } = await testDatabase()
  const eventStore = memoryEventStore()
  const commits: [type: string | undefined, waits: string | undefined][] = []
  const running = startProjector(
    {
      ...accounts,
      durableTypes: ['Doubled'],
      apply: async (events, connection) => {
        const { rows } = await connection.query<{ waits: string }>(
          `select current_setting('synchronous_commit') as waits`,
        )
        commits.push([events[0]?.type, rows[0]?.waits])
        await accounts.apply(events, connection)
      },
    },
    { pool, eventStore, log: silentLog },
  )
  onTestFinished(running.stop)
  for (const type of ['Added', 'Doubled', 'Added']) {
    await append(eventStore, event(type, { id: 'a', amount: 1 }))
    await waitUntilCaughtUp(pool, eventStore)
  }
  expect(commits).toEqual([
    ['Added', 'off'],
    ['Doubled', 'on'],
    ['Added', 'off'],
  ])
})
