import { expect, test } from 'vitest'
import { formatSpan } from '../../shared/format/staff-time.ts'
import { coverageDays, daysOf, monthsOf, shownDays, shownSpans } from './coverage-days.ts'

const coverage = {
  spans: [
    { from: '2026-01-10', to: '2026-01-31' },
    { from: '2026-02-10', to: '2026-02-20' },
  ],
  gaps: [{ from: '2026-02-01', to: '2026-02-09' }],
}

test('each day of the strip is covered, in a gap, before the first or after the newest statement', () => {
  const days = coverageDays(coverage, '2026-03-01')
  expect(days).toHaveLength(shownDays)
  expect(days[0]?.day).toBe('2026-01-01')
  const stateOf = (wanted: string) => days.find(({ day }) => day === wanted)?.state
  expect(stateOf('2026-01-09')).toBe('before')
  expect(stateOf('2026-01-10')).toBe('covered')
  expect(stateOf('2026-02-09')).toBe('gap')
  expect(stateOf('2026-02-20')).toBe('covered')
  expect(stateOf('2026-02-21')).toBe('after')
  expect(monthsOf(days)).toEqual([
    { month: '2026-01', days: 31 },
    { month: '2026-02', days: 28 },
    { month: '2026-03', days: 1 },
  ])
})

test('the strip’s text lists its spans and gaps in order', () => {
  expect(
    shownSpans(coverage, '2026-02-01').map(({ from, isCovered }) => [from, isCovered]),
  ).toEqual([
    ['2026-02-01', false],
    ['2026-02-10', true],
  ])
})

test('days are counted and formatted the same in every time zone', () => {
  expect(daysOf({ from: '2026-02-27', to: '2026-03-02' })).toBe(4)
  expect(formatSpan({ from: '2026-03-01', to: '2026-03-28' })).toBe('1 Mar 2026 to 28 Mar 2026')
  expect(formatSpan({ from: '2026-03-01', to: '2026-03-01' })).toBe('1 Mar 2026')
})
