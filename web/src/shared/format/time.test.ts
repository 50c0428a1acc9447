import { expect, test } from 'vitest'
import { formatSecond } from './staff-time.ts'
import { formatRelative, formatTime } from './time.ts'

const now = Date.parse('2026-03-10T12:00:00Z')

test('times are shown in Lagos time, to the minute or to the second', () => {
  expect(formatTime('2026-03-10T23:30:00Z')).toBe('11 Mar 2026, 12:30 am')
  expect(formatSecond('2026-03-10T23:30:05Z')).toBe('11 Mar 2026, 12:30:05 am')
})

test('a time is shown as its age, and after a week as its date', () => {
  expect(formatRelative('2026-03-10T11:59:30Z', now)).toBe('just now')
  expect(formatRelative('2026-03-10T11:55:00Z', now)).toBe('5 minutes ago')
  expect(formatRelative('2026-03-10T09:00:00Z', now)).toBe('3 hours ago')
  expect(formatRelative('2026-03-09T09:00:00Z', now)).toBe('yesterday')
  expect(formatRelative('2026-02-01T09:00:00Z', now)).toBe('1 Feb 2026')
})

test('a device clock that is ahead of the shop’s shows no time in the future', () => {
  expect(formatRelative('2026-03-10T12:00:20Z', now)).toBe('just now')
})
