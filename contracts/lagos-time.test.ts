import { expect, test } from 'vitest'
import { formatLagosTime, lagosDay, lagosZone, parseLagosTime } from './lagos-time.ts'

test('the shop’s clock is an hour ahead of UTC, in summer and in winter', () => {
  expect(parseLagosTime('2026-01-01 00:30:00')).toBe('2025-12-31T23:30:00.000Z')
  expect(parseLagosTime('2026-07-01 12:00:00')).toBe('2026-07-01T11:00:00.000Z')
  expect(formatLagosTime('2025-12-31T23:30:00.000Z')).toBe('2026-01-01 00:30:00')
})

test('a day begins at midnight in Lagos', () => {
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: lagosZone })
  for (const instant of [
    '2026-01-31T22:59:59.999Z',
    '2026-01-31T23:00:00.000Z',
    '2028-02-29T00:00:00Z',
    '2026-02-01T00:30:00+01:00',
    '2026-01-31T20:30:00-04:00',
  ])
    expect([instant, lagosDay(instant)]).toEqual([instant, calendar.format(new Date(instant))])
})

test('rejects a time that no clock or calendar shows', () => {
  for (const written of [
    '2026-02-29 00:00:00',
    '2026-02-30 00:00:00',
    '2026-13-01 00:00:00',
    '2026-01-01 24:00:00',
    '2026-01-01 10:60:00',
    '2026-01-01T10:00:00',
    '2026-01-01',
    '',
  ])
    expect(parseLagosTime(written)).toBeNull()
  expect(parseLagosTime('2028-02-29 23:59:59')).not.toBeNull()
})
