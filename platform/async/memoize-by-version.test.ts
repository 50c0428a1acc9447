import { expect, test } from 'vitest'
import { memoizeByVersion } from './memoize-by-version.ts'

const setup = () => {
  const state = { version: 'v1 5' as string | undefined, now: 0, asked: 0, fails: false }
  const read = memoizeByVersion(
    async (..._name: string[]) => {
      state.asked++
      if (state.fails) throw new Error('unavailable')
      return state.asked
    },
    () => state.version,
    (...name) => name.join(),
    () => state.now,
  )
  return { state, read }
}

test('an answer is cached while its version stays the same', async () => {
  const { state, read } = setup()
  expect([await read(), await read()]).toEqual([1, 1])
  state.version = 'v1 6'
  expect([await read(), await read()]).toEqual([2, 2])
})

test('an answer is cached for at most a second', async () => {
  const { state, read } = setup()
  await read()
  state.now = 999
  expect(await read()).toBe(1)
  state.now = 1_000
  expect(await read()).toBe(2)
})

test('nothing is cached while the version is unknown', async () => {
  const { state, read } = setup()
  await read()
  state.version = undefined
  expect([await read(), await read()]).toEqual([2, 3])
})

test('an answer is read again if the version changed during the read', async () => {
  const { state, read } = setup()
  const first = read()
  state.version = 'v1 6'
  await first
  expect(await read()).toBe(2)
})

test('a failed read is repeated by the next call', async () => {
  const { state, read } = setup()
  state.fails = true
  await expect(read()).rejects.toThrow('unavailable')
  state.fails = false
  expect(await read()).toBe(2)
})

test('each question has its own answer, and beyond a hundred the oldest is dropped', async () => {
  const { state, read } = setup()
  expect([await read('a'), await read('b'), await read('a')]).toEqual([1, 2, 1])
  for (let index = 0; index < 99; index++) await read(String(index))
  expect(state.asked).toBe(101)
  expect([await read('b'), await read('a')]).toEqual([2, 102])
})

test('an answer that is too large is shared by concurrent callers but not cached', async () => {
  let asked = 0
  const read = memoizeByVersion(
    async () => 'x'.repeat(++asked),
    () => 'v1 5',
    undefined,
    undefined,
    (answer) => answer.length > 2,
  )
  expect(await Promise.all([read(), read()])).toEqual(['x', 'x'])
  expect(await read()).toBe('xx')
  expect([await read(), await read()]).toEqual(['xxx', 'xxx'])
})
