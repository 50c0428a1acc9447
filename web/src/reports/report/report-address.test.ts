import { expect, test } from 'vitest'
import { askedOf, changedAddress } from './report-address.ts'

const today = '2026-03-01'

test('an address without days asks for the last 30, and nonsense values count as the defaults', () => {
  expect(askedOf(new URLSearchParams(), today)).toEqual({
    name: 'sales',
    from: '2026-01-31',
    to: today,
    by: undefined,
    asOf: undefined,
  })
  expect(askedOf(new URLSearchParams('report=tax&by=hour'), today)).toMatchObject({
    name: 'sales',
    by: undefined,
  })
  const whole = 'report=staff&from=2026-02-01&to=2026-02-28&by=week&asOf=20852'
  expect(askedOf(new URLSearchParams(whole), today)).toEqual({
    name: 'staff',
    from: '2026-02-01',
    to: '2026-02-28',
    by: 'week',
    asOf: '20852',
  })
})

test('a change keeps the rest of the address and returns to the first page', () => {
  const before = new URLSearchParams('report=staff&from=2026-02-01&page=4')
  expect(String(changedAddress(before, { by: 'month' }))).toBe(
    'report=staff&from=2026-02-01&by=month',
  )
  expect(String(changedAddress(before, { from: '' }))).toBe('report=staff')
})
