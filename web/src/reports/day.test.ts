import { expect, test } from 'vitest'
import { formatLongDay } from './day.ts'

test('a day in words names its weekday', () => {
  expect(formatLongDay('2026-11-23')).toMatch(/^Monday,? 23 November 2026$/)
})
