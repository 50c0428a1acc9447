import { expect, test } from 'vitest'
import { formatMonth, monthAfter } from './month.ts'

test('counting months works across the end of a year, in both directions', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthAfter('2026-03', -15)]).toEqual(
    ['2027-01', '2025-12', '2024-12'],
  )
  expect(formatMonth('2026-10')).toBe('October 2026')
})
