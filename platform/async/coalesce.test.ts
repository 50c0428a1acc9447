import { expect, test } from 'vitest'
import { coalesce } from './coalesce.ts'

const doubling = () => {
  const calls: number[][] = []
  const gates: PromiseWithResolvers<void>[] = []
  const ask = coalesce(async (numbers: number[]) => {
    calls.push(numbers)
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    await gate.promise
    return numbers.map((number) => number * 2)
  }, 3)
  return { ask, calls, gates }
}

test('a single question is asked immediately', () => {
  const { ask, calls } = doubling()
  void ask(1)
  expect(calls).toEqual([[1]])
})

test('questions that arrive while one is in progress are asked together, up to the limit', async () => {
  const { ask, calls, gates } = doubling()
  const answers = [1, 2, 3, 4, 5].map(ask)
  gates[0]?.resolve()
  expect(await answers[0]).toBe(2)
  gates[1]?.resolve()
  expect(await Promise.all(answers.slice(0, 4))).toEqual([2, 4, 6, 8])
  gates[2]?.resolve()
  expect(await answers[4]).toBe(10)
  expect(calls).toEqual([[1], [2, 3, 4], [5]])
})

test('no question is answered by a call that began before it was asked', async () => {
  let moment = 0
  const ask = coalesce(async (questions: number[]) => {
    const began = ++moment
    await Promise.resolve()
    return questions.map(() => began)
  }, 3)
  const put = async () => {
    const before = ++moment
    await expect(ask(before)).resolves.toBeGreaterThan(before)
  }
  const crowd = async () => {
    for (let times = 0; times < 20; times++) await put()
  }
  await Promise.all(Array.from({ length: 10 }, crowd))
})

test('a failing call fails only its own questions', async () => {
  const { ask, calls, gates } = doubling()
  const [first, second, third] = [ask(1), ask(2), ask(3)]
  const outcomes = Promise.allSettled([first, second, third])
  gates[0]?.resolve()
  await first
  gates[1]?.reject(new Error('unavailable'))
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
  ])
  const next = ask(4)
  gates[2]?.resolve()
  expect(await next).toBe(8)
  expect(calls).toEqual([[1], [2, 3], [4]])
})
