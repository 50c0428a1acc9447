import type { OrderRow } from '@strand/contracts/order/staff'
import { expect, test } from 'vitest'
import { lastChangeOf } from './last-change.tsx'

const row = (
  orderstatus: OrderRow['orderstatus'],
  change: Partial<NonNullable<OrderRow['lastChange']>> = {},
) => ({
  orderstatus,
  shipment: null,
  lastChange: {
    at: '2019-11-25T23:30:00.000Z',
    by: 'Tola Bello',
    reason: '',
    isBack: false,
    ...change,
  },
})

test('an archived order says who archived it, when in the shop’s time, and why', () => {
  expect(lastChangeOf(row('archived', { reason: 'No payment came' }))).toBe(
    'Archived by Tola Bello, 26 Nov 2019: No payment came',
  )
})

test('a shipped order names its waybill, and an undone change the status that is back', () => {
  const shipment = { carrier: 'GIG Logistics', waybill: 'GIG-2026-1000', link: '' }
  expect(lastChangeOf({ ...row('shipped'), shipment })).toBe(
    'Shipped GIG-2026-1000 by Tola Bello, 26 Nov 2019',
  )
  expect(lastChangeOf({ ...row('shipped', { isBack: true }), shipment })).toBe(
    'Back to shipped by Tola Bello, 26 Nov 2019',
  )
})

test('a change that no staff member made names nobody', () => {
  expect(lastChangeOf(row('confirmed', { by: '' }))).toBe('Confirmed, 26 Nov 2019')
})

test('an untouched order has no last change, nor one that is pending again', () => {
  expect(lastChangeOf({ ...row('pending'), lastChange: null })).toBeNull()
  expect(lastChangeOf(row('pending', { isBack: true }))).toBeNull()
})
