import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import { expect, test } from 'vitest'
import { openLane } from './lane.ts'

const batch = (from: number, count = 1_000) =>
  Array.from({ length: count }, (_, n) => ({ position: BigInt(from + n) }) as RecordedEvent)
const isSettled = async (promise: Promise<unknown>) => {
  let settled = false
  const settle = () => {
    settled = true
  }
  promise.then(settle, settle)
  await nextTurn()
  return settled
}

test('events that arrive during a batch are applied after it, together and in order', async () => {
  const applied: [first: bigint | undefined, count: number][] = []
  const held = Promise.withResolvers<void>()
  const lane = openLane(async (events) => {
    applied.push([events[0]?.position, events.length])
    await held.promise
  })
  for (const from of [0, 1_000, 2_000]) await lane.add(batch(from))
  held.resolve()
  await lane.done()
  expect(applied).toEqual([
    [0n, 1_000],
    [1_000n, 2_000],
  ])
  await lane.add(batch(3_000))
  await lane.done()
  expect(applied.at(-1)).toEqual([3_000n, 1_000])
})

test('a full lane holds up its reader until it takes the waiting events', async () => {
  let next = Promise.withResolvers<void>()
  const lane = openLane(async () => next.promise)
  for (const from of [0, 1_000, 2_000]) await lane.add(batch(from))
  const full = lane.add(batch(3_000))
  expect(await isSettled(full)).toBe(false)
  const first = next
  next = Promise.withResolvers()
  first.resolve()
  expect(await isSettled(full)).toBe(true)
  expect(await isSettled(lane.done())).toBe(false)
})

test('a failure ends the lane, both for `add` and for `done`', async () => {
  const held = Promise.withResolvers<void>()
  const lane = openLane(async () => {
    await held.promise
    throw new Error('out of disk')
  })
  await lane.add(batch(0))
  const full = lane.add(batch(1_000, 5_000))
  held.resolve()
  await expect(full).rejects.toThrow('out of disk')
  await expect(lane.done()).rejects.toThrow('out of disk')
})
