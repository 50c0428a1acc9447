import { expect, test } from 'vitest'
import { memoizeByVersion } from './memoize-by-version.ts'

const setup = () => {
  const state = { stands: 'v1 5' as string | undefined, now: 0, asked: 0, fails: false }
  const read = memoizeByVersion(
    async () => {
      state.asked++
      if (state.fails) throw new Error('away')
      return state.asked
    },
    () => state.stands,
    () => state.now,
  )
  return { state, read }
}

test('an answer is kept while what it was read from stands still', async () => {
  const { state, read } = setup()
  expect([await read(), await read()]).toEqual([1, 1])
  state.stands = 'v1 6'
  expect([await read(), await read()]).toEqual([2, 2])
})

test('an answer is kept for a second at most', async () => {
  const { state, read } = setup()
  await read()
  state.now = 999
  expect(await read()).toBe(1)
  state.now = 1_000
  expect(await read()).toBe(2)
})

test('nothing is kept while it is unknown where things stand', async () => {
  const { state, read } = setup()
  await read()
  state.stands = undefined
  expect([await read(), await read()]).toEqual([2, 3])
})

test('an answer read while things moved on is asked for again', async () => {
  const { state, read } = setup()
  const first = read()
  state.stands = 'v1 6'
  await first
  expect(await read()).toBe(2)
})

test('a read that failed is asked again', async () => {
  const { state, read } = setup()
  state.fails = true
  await expect(read()).rejects.toThrow('away')
  state.fails = false
  expect(await read()).toBe(2)
})
