import { expect, onTestFinished, test } from 'vitest'
import { busySeconds, watchMachine } from './machine-activity.ts'

test('others’ CPU time counts, and the reader’s own does not', async () => {
  const machine = { all: 1_000, own: 5, at: 0 }
  const watched = watchMachine(
    { pid: () => undefined },
    { sample: async () => ({ all: machine.all, own: machine.own }), now: () => machine.at },
  )
  onTestFinished(watched.stop)
  watched.stop()
  let told = 0
  const ignore = watched.onRequest(() => {
    told += 1
  })
  const pass = async (others: number, own: number) => {
    machine.at += 200
    machine.all += others + own
    machine.own += own
    await watched.sample()
    return watched.isBusy()
  }
  expect(await pass(0, 0)).toBe(false)
  expect([await pass(0.02, 0.2), told]).toEqual([false, 0])
  expect([await pass(0.15, 0.05), told]).toEqual([true, 1])
  expect([await pass(0.2, 0), told]).toEqual([true, 1])
  expect([await pass(0.01, 0), told]).toEqual([false, 1])
  ignore()
  expect([await pass(0.4, 0), told]).toEqual([true, 1])
})

test('a machine’s busy time is what its CPUs worked, not what they waited', () => {
  const stat = 'cpu  1000 200 300 99999 500 10 20 30 0 0\ncpu0 1 2 3 4 5 6 7 8 0 0\nintr 5\n'
  expect(busySeconds(stat)).toBe(15.6)
  expect(busySeconds('')).toBe(0)
})
