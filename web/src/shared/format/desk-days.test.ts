import { dayInWords } from '@strand/contracts/day-words'
import { expect, test } from 'vitest'
import { longDayInWords, shortDayInWords } from './desk-days.ts'

test('a day is the same everywhere, in its short and its long form', () => {
  expect(dayInWords('2026-03-05')).toBe('5 Mar 2026')
  expect(shortDayInWords('2026-12-31')).toBe('31 Dec')
  expect(longDayInWords('2026-11-23')).toMatch(/^Monday,? 23 November 2026$/)
})
