import { expect, test } from 'vitest'
import { eventually, eventuallyWithin } from './eventually.ts'

const soon = eventuallyWithin(() => 50)
const failure = (polling: Promise<unknown>) =>
  polling.then(
    () => 'it passed',
    (error: Error) => `${error.message}\n${error.stack}`,
  )

test('it keeps reading until the value is as expected, and returns the value', async () => {
  let reads = 0
  expect(await eventually(() => ++reads, 3)).toBe(3)
  expect(await eventually(async () => ({ reads: ++reads, more: true }), { reads: 5 })).toEqual({
    reads: 5,
    more: true,
  })
  expect(
    await eventually(
      () => ++reads,
      (count) => count > 7,
    ),
  ).toBe(8)
  expect(await eventually(() => ++reads > 9 && 'truthy')).toBe('truthy')
})

test('a read may fail before it succeeds', async () => {
  let reads = 0
  const read = async () => {
    if (++reads < 3) throw new Error('not yet')
  }
  await eventually(read, undefined)
  expect(reads).toBe(3)
})

test('a failure shows what was read, the last value and the line of the caller', async () => {
  const state = { status: 'building', parked: 2 }
  const different = await failure(soon(() => state, { status: 'serving' }))
  expect(different).toMatch(/\(\) => state within 0.\d+ s.*to match object/s)
  expect(different).toContain('eventually.test.ts')
  expect(await failure(soon(() => state.parked, 0))).toContain('expected 2 to be +0')
  const condition = (parked: number) => parked === 0
  const unmet = await failure(soon(() => state.parked, condition))
  expect(unmet).toContain('(parked) => parked === 0 does not hold for 2')
  const never = await failure(soon(() => state.parked === 0))
  expect(never).toContain('() => state.parked === 0')
  expect(never).toContain('expected false to be truthy')
})

test('a failure shows the last error of the read, or that it hung', async () => {
  const refuse = () => Promise.reject(new Error('connection refused'))
  expect(await failure(soon(refuse))).toContain('connection refused')
  const hang = () => new Promise(() => {})
  expect(await failure(soon(hang))).toContain('It has not answered')
})
