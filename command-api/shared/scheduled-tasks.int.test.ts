import { silentLog } from '@strand/event-sourcing/log'
import { untilAborted } from '@strand/platform/async/until-aborted'
import { eventually } from '@strand/platform/testing/eventually'
import { testDatabase } from '@strand/platform/testing/test-database'
import { expect, onTestFinished, test } from 'vitest'
import { startScheduledTasks } from './scheduled-tasks.ts'

const setup = async () => {
  const { pool } = await testDatabase()
  let running = 0
  let mostAtOnce = 0
  const start = () => {
    const runs = { first: 0, second: 0 }
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
          mostAtOnce = Math.max(mostAtOnce, ++running)
          await new Promise((resolve) => setTimeout(resolve, 5))
          running -= 1
          runs.second += 1
        },
      },
    ]
    const { stop } = startScheduledTasks(tasks, { pool, log: silentLog, firstMs: 1, everyMs: 1 })
    onTestFinished(stop)
    return { runs, stop }
  }
  return { start, running: () => running, mostAtOnce: () => mostAtOnce }
}

const atLeast = (least: number) => (count: number) => count >= least

test('tasks run repeatedly, in one process at a time, even if one of them fails', async () => {
  const { start, mostAtOnce } = await setup()
  const processes = [start(), start(), start()]
  const sum = (task: 'first' | 'second') =>
    processes.reduce((total, { runs }) => total + runs[task], 0)
  await eventually(() => sum('second'), atLeast(5))
  expect(sum('first')).toBeGreaterThanOrEqual(sum('second'))
  expect(mostAtOnce()).toBe(1)
})

test('stopping waits for the current round, and no other begins', async () => {
  const { start, running } = await setup()
  const { runs, stop } = start()
  await eventually(running, 1)
  await stop()
  expect(running()).toBe(0)
  const before = { ...runs }
  const other = start()
  await eventually(() => other.runs.second, atLeast(5))
  expect(runs).toEqual(before)
})

test('endless work ends when the tasks are stopped', async () => {
  const { pool } = await testDatabase()
  let done = 0
  const endless = async function* () {
    for (;;) yield new Promise((resolve) => setImmediate(resolve))
  }
  const run = async ({ signal }: { signal: AbortSignal }) => {
    for await (const _ of untilAborted(endless(), signal)) done += 1
  }
  const tasks = [{ name: 'endless', run }]
  const { stop } = startScheduledTasks(tasks, { pool, log: silentLog, firstMs: 1 })
  await eventually(() => done, atLeast(5))
  await stop()
  const before = done
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(done).toBe(before)
})
