import { expect, test } from 'vitest'
import { backoffDelay } from './backoff.ts'

test('the delay doubles with each failure up to the longest, no matter how many follow', () => {
  const delays = [1, 2, 3, 4, 5, 5_000].map((failures) =>
    backoffDelay(failures, { first: 100, longest: 1_000, jitter: 0 }),
  )
  expect(delays).toEqual([100, 200, 400, 800, 1_000, 1_000])
})

test('jitter spreads the delays around the plain one, and never by more than its share', () => {
  const delays = Array.from({ length: 200 }, () =>
    backoffDelay(1, { first: 100, longest: 1_000, jitter: 0.25 }),
  )
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(75)
  expect(Math.max(...delays)).toBeLessThanOrEqual(125)
  expect(new Set(delays).size).toBeGreaterThan(1)
})
