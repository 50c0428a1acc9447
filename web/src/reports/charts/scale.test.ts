import { expect, test } from 'vitest'
import { heightOf, roundUp, scaleOf } from './scale.ts'

test('a chart ends at a round number, at most 1.5 times its highest value', () => {
  expect([0, 1, 3, 7, 12, 240, 260, 1_850_000].map(roundUp)).toEqual([
    0, 1, 3, 8, 15, 250, 300, 2_000_000,
  ])
  for (let value = 1; value < 1e12; value = Math.ceil(value * 1.07)) {
    expect(roundUp(value)).toBeGreaterThanOrEqual(value)
    expect(roundUp(value)).toBeLessThanOrEqual(Math.ceil(value * 1.5))
  }
})

test('every value is drawn inside the chart, higher ones higher, and 0 is always included', () => {
  for (let round = 1; round < 200; round++) {
    const values = Array.from({ length: 30 }, (_, at) => ((at * round * 7919) % 1000) * round - 300)
    const scale = scaleOf(values)
    const drawn = [...values, 0].sort((one, other) => one - other)
    const heights = drawn.map((value) => heightOf(value, scale))
    for (const height of heights) {
      expect(height).toBeGreaterThanOrEqual(0)
      expect(height).toBeLessThanOrEqual(100)
    }
    expect(heights).toEqual(heights.toSorted((one, other) => other - one))
  }
})

test('an empty period has a scale, and none of its values is NaN', () => {
  expect(scaleOf([])).toEqual({ low: 0, high: 1 })
  expect(scaleOf([0, 0])).toEqual({ low: 0, high: 1 })
  expect(scaleOf([-7])).toEqual({ low: -8, high: 0 })
  expect(heightOf(0, scaleOf([]))).toBe(100)
})
