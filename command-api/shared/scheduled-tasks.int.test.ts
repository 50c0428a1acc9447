import { silentLog } from '@strand/platform/log'
import { eventually, testDatabase } from '@strand/platform/testing/fixtures'
import { expect, test } from 'vitest'
import { startScheduledTasks } from './scheduled-tasks.ts'

test('scheduled tasks run again and again, by one process at a time, also when one of them fails', async () => {
  const { pool } = await testDatabase()
  const runs = { first: 0, second: 0, at: 0 }
  const tasks = [
    {
      name: 'first',
      run: async () => {
        runs.first += 1
        throw new Error('no')
      },
    },
    {
      name: 'second',
      run: async () => {
        runs.at += 1
        expect(runs.at).toBe(1)
        await new Promise((resolve) => setTimeout(resolve, 5))
        runs.at -= 1
        runs.second += 1
      },
    },
  ]
  const options = { pool, log: silentLog, firstMs: 1, everyMs: 1 }
  const processes = Array.from({ length: 3 }, () => startScheduledTasks(tasks, options))
  await eventually(() => runs.second >= 5)
  await Promise.all(processes.map(({ stop }) => stop()))
  const { second } = runs
  expect(runs.first).toBeGreaterThanOrEqual(second)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(runs.second).toBe(second)
})
