import { expect, test } from 'vitest'
import { dayAfter, formatLongDay, isDay } from './day.ts'

test('days are counted over the ends of months and years', () => {
  expect(dayAfter('2026-02-28', 1)).toBe('2026-03-01')
  expect(dayAfter('2026-01-01', -1)).toBe('2025-12-31')
  expect(formatLongDay('2026-11-23')).toMatch(/^Monday,? 23 November 2026$/)
})

test('a day of an address is one of the calendar, or none', () => {
  expect(['2026-02-28', '2024-02-29'].every(isDay)).toBe(true)
  for (const text of ['', 'today', '2026-02-30', '2026-13-01', '2026-2-1', '2026-02-28T00:00'])
    expect(isDay(text), text).toBe(false)
})
