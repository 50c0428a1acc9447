import { expect, test } from 'vitest'
import type { RecordedEvent } from './event-store.ts'
import { shareTail } from './shared-tail.ts'

/** A fake log that records its reads; the test sets its number of events. */
const aLog = () => {
  let head = 0
  let time = 0
  const asked: bigint[] = []
  const read = async (after: bigint, limit: number) => {
    asked.push(after)
    const first = Number(after) + 1
    const length = Math.max(0, Math.min(limit, head - first))
    return Array.from({ length }, (_, n) => ({ position: BigInt(first + n) }) as RecordedEvent)
  }
  const reader = shareTail(read, () => time)
  return {
    asked,
    grow: (to: number) => {
      head = to
    },
    pass: (ms: number) => {
      time += ms
    },
    after: async (position: number, limit = 500) =>
      (await reader(BigInt(position), limit)).map((event) => Number(event.position)),
  }
}

test('what several ask for at once is read once', async () => {
  const log = aLog()
  log.grow(3)
  const answers = await Promise.all([log.after(-1), log.after(-1), log.after(-1, 2)])
  expect(answers).toEqual([
    [0, 1, 2],
    [0, 1, 2],
    [0, 1],
  ])
  expect(log.asked).toEqual([-1n])
})

test('who comes a moment later gets what was read, all of it at once, without a gap', async () => {
  const log = aLog()
  log.grow(2)
  await log.after(-1)
  log.grow(5)
  await log.after(1)
  expect(await log.after(0)).toEqual([1, 2, 3, 4])
  expect(await log.after(1, 2)).toEqual([2, 3])
  expect(log.asked).toEqual([-1n, 1n])
  expect(await log.after(4)).toEqual([])
  expect(log.asked).toEqual([-1n, 1n, 4n])
})

test('who is far behind reads for itself, and takes nothing from the others', async () => {
  const log = aLog()
  log.grow(2_000)
  await log.after(1_900)
  expect((await log.after(10, 3)).at(-1)).toBe(13)
  expect(await log.after(1_997)).toEqual([1_998, 1_999])
  expect(log.asked).toEqual([1_900n, 10n])
})

test('nothing is kept for long', async () => {
  const log = aLog()
  log.grow(2)
  await log.after(-1)
  log.pass(1_001)
  expect(await log.after(0)).toEqual([1])
  expect(log.asked).toEqual([-1n, 0n])
})

test('no more than a thousand events are kept', async () => {
  const log = aLog()
  log.grow(5_000)
  for (let at = -1; at < 4_999; at += 500) await log.after(at)
  expect(await log.after(4_000)).toHaveLength(500)
  expect(log.asked).toHaveLength(10)
  await log.after(3_900)
  expect(log.asked).toHaveLength(11)
})
