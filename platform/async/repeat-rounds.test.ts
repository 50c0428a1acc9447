import { setTimeout as sleep } from 'node:timers/promises'
import { silentLog } from '@strand/event-sourcing/log'
import { expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { repeatRounds } from './repeat-rounds.ts'

const hour = 3_600_000

test('rounds run with pauses in between; waking or stopping ends a pause', async () => {
  let rounds = 0
  const { wake, stop } = repeatRounds(async () => (++rounds < 3 ? 0 : hour), {
    log: silentLog,
    failing: 'nothing is done',
  })
  await eventually(
    () => rounds,
    (count) => count === 3,
  )
  wake()
  await eventually(
    () => rounds,
    (count) => count === 4,
  )
  await stop()
  wake()
  await sleep(5)
  expect(rounds).toBe(4)
})

test('waking during a round skips the pause after it', async () => {
  let rounds = 0
  const running: ReturnType<typeof repeatRounds> = repeatRounds(
    async () => {
      rounds += 1
      await sleep(1)
      if (rounds === 1) running.wake()
      return hour
    },
    { log: silentLog, failing: 'nothing is done' },
  )
  await eventually(
    () => rounds,
    (count) => count === 2,
  )
  await running.stop()
})

test('a failed round is prepared and run again, with a warning now and then; stopping waits for a round', async () => {
  const warnings: unknown[][] = []
  const warn = (...warning: unknown[]) => warnings.push(warning)
  const said: string[] = []
  let ended = false
  const { stop } = repeatRounds(
    async (signal) => {
      said.push('round')
      if (said.length < 6) throw new Error('away')
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      ended = true
      return 0
    },
    {
      log: { ...silentLog, warn } as unknown as typeof silentLog,
      failing: 'nothing is done',
      prepare: async () => said.push('prepare'),
    },
  )
  await eventually(
    () => said.length,
    (count) => count === 6,
  )
  expect(said).toEqual(['prepare', 'round', 'prepare', 'round', 'prepare', 'round'])
  expect(warnings).toEqual([[{ err: new Error('away') }, 'nothing is done']])
  await stop()
  expect(ended).toBe(true)
})
