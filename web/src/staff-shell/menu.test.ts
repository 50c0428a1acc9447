import { permissionsOf } from '@strand/contracts/accounts/permission'
import { expect, test } from 'vitest'
import { cappedCount, entryOf, initialsOf, shownName, visibleMenu } from './menu.ts'

const textsOf = (role: keyof typeof permissionsOf) =>
  visibleMenu(permissionsOf[role]).flatMap(({ items }) => items.map(({ text }) => text))

test('a superadministrator sees every entry: those of the specification in their order, money and reports below the orders', () => {
  expect(textsOf('superadministrator')).toEqual([
    'Overview',
    'Orders',
    'Ordered Products',
    'Money',
    'Reports',
    'View',
    'Add New',
    'Products',
    'Sales',
    'All Users',
    'Add Users',
    'Profile',
    'User Logs',
    'Order History',
    'Proof of the Log',
    'Mails',
  ])
})

test('other staff see neither ordered products, nor adding users, nor user logs', () => {
  for (const text of ['Ordered Products', 'Add Users', 'User Logs'])
    expect(textsOf('administrator')).not.toContain(text)
  expect(textsOf('administrator')).toContain('All Users')
})

test('an auditor sees no entry that adds or lists people', () => {
  expect(textsOf('auditor')).toEqual([
    'Overview',
    'Orders',
    'Money',
    'Reports',
    'View',
    'Products',
    'Sales',
    'Profile',
    'Order History',
    'Proof of the Log',
  ])
})

test('a screen belongs to one entry, the one with the nearest address', () => {
  expect(entryOf('/dashboard/audit')).toBe('/dashboard/audit')
  expect(entryOf('/dashboard/audit/7K3Q-ZM9X-WD4T')).toBe('/dashboard/audit')
  expect(entryOf('/dashboard/audit/log')).toBe('/dashboard/audit/log')
  expect(entryOf('/dashboard/auditor')).toBe(undefined)
})

test('the count is shown up to 10000', () => {
  expect(cappedCount(0)).toBe('0')
  expect(cappedCount(10_000)).toBe('10000')
  expect(cappedCount(10_001)).toBe('10000+')
})

test('a name is shown up to 40 characters', () => {
  expect(shownName('Ada', 'Obi')).toBe('Ada Obi')
  expect([...shownName('A'.repeat(30), 'B'.repeat(30))]).toHaveLength(40)
})

test('initials are taken from both names', () => {
  expect(initialsOf('ada', 'obi')).toBe('AO')
  expect(initialsOf('ada', '')).toBe('A')
})
