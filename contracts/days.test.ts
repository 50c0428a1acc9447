import { expect, test } from 'vitest'
import { addDays, daysBetween } from './days.ts'

test('days are counted across the ends of months and years', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(daysBetween('2026-02-27', '2026-03-02')).toBe(3)
})
