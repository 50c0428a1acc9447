import { orderStatusOptions } from '@strand/contracts/order/status-change'
import { expect, test } from 'vitest'
import { orderTabOf, type orderTabs, tabAddress } from './order-tabs.ts'
import { nextStatuses } from './status-choice.ts'

test('pending is the first tab', () => {
  expect(orderTabOf(new URLSearchParams('')).status).toBe('pending')
  expect(orderTabOf(new URLSearchParams('tab=nonsense')).status).toBe('pending')
  expect(orderTabOf(new URLSearchParams('tab=returned')).status).toBe('returned')
})

test('another tab starts at its first page and keeps the dates and the search', () => {
  const here = new URLSearchParams('tab=shipped&page=3&search=ada&dateFrom=2026-01-01')
  expect(tabAddress(here, 'confirmed')).toBe('?search=ada&dateFrom=2026-01-01&tab=confirmed')
  expect(tabAddress(here, 'pending')).toBe('?search=ada&dateFrom=2026-01-01')
  const ofDay = new URLSearchParams('tab=all&approvedWithoutMoney=2026-01-01')
  expect(tabAddress(ofDay, 'confirmed')).toBe('?tab=confirmed')
})

test('the dropdown offers neither the current status nor the option with id 3', () => {
  const namesOn = (status: (typeof orderTabs)[number]['status']) =>
    nextStatuses([...orderStatusOptions], status).map(({ name }) => name)
  expect(namesOn('confirmed')).toEqual(['shipped', 'archived', 'returned'])
  expect(namesOn('shipped')).toEqual(['confirmed', 'archived', 'returned'])
  expect(namesOn('returned')).toEqual(['confirmed', 'shipped', 'archived'])
})

test('a pending or an archived order has no dropdown', () => {
  expect(nextStatuses([...orderStatusOptions], 'pending')).toEqual([])
  expect(nextStatuses([...orderStatusOptions], 'archived')).toEqual([])
})
