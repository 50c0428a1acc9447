import { formatNaira } from '@strand/contracts/naira'
import { minutesHistogram } from '@strand/contracts/reports/definition'
import { expect, test } from 'vitest'
import { formatNumber } from '../shared/format/money.tsx'
import {
  compareWords,
  formatBasisPoints,
  formatDays,
  formatMinutes,
  formatShortDays,
  formatShortMinutes,
} from './words.ts'

test('each bound of the histogram is a round time, and no two bounds have the same text', () => {
  const words = minutesHistogram.upperBounds.map(formatMinutes)
  expect(new Set(words).size).toBe(words.length)
  for (const text of words) expect(text).toMatch(/^\d+(\.5)? (minute|hour|day)s?$/)
  expect([5, 60, 90, 180, 1_440, 2_160, 525_600].map(formatMinutes)).toEqual([
    '5 minutes',
    '1 hour',
    '1.5 hours',
    '3 hours',
    '1 day',
    '1.5 days',
    '365 days',
  ])
})

test('a table shortens times, still without giving two bounds the same text', () => {
  const words = minutesHistogram.upperBounds.map(formatShortMinutes)
  expect(new Set(words).size).toBe(words.length)
  expect([45, 90, 2_160].map(formatShortMinutes)).toEqual(['45 min', '1.5 h', '1.5 days'])
  expect([0, 1, 12].map(formatShortDays)).toEqual(['< 1 day', '1 day', '12 days'])
})

test('comparing a number with the previous one gives words that are true for any two numbers', () => {
  expect(compareWords(112, 100, formatNumber)).toBe('12% more than before: 100')
  expect(compareWords(88_000, 100_000, formatNaira)).toBe('12% less than before: ₦100,000')
  expect(compareWords(5, 0, formatNumber)).toBe('0 before')
  expect(compareWords(0, 0, formatNumber)).toBe('the same as before')
  expect(compareWords(-3, -5, formatNumber)).toBe('−5 before')
  expect(compareWords(10_001, 10_000, formatNumber)).toBe('about the same as before: 10,000')
  for (const now of [-2, 0, 1, 7])
    for (const before of [-3, 0, 2])
      expect(compareWords(now, before, formatNumber)).not.toMatch(/NaN|Infinity/)
})

test('rates and ages are put into words', () => {
  expect(formatBasisPoints(250)).toBe('2.5%')
  expect(formatBasisPoints(10_000)).toBe('100%')
  expect([0, 1, 12].map(formatDays)).toEqual(['less than a day', '1 day', '12 days'])
})
