import { permissionsOf } from '@strand/contracts/users/permission'
import { expect, test } from 'vitest'
import { cappedCount, initialsOf, shownName, visibleMenu } from './menu.ts'

const textsOf = (role: keyof typeof permissionsOf) =>
  visibleMenu(permissionsOf[role]).flatMap(({ items }) => items.map(({ text }) => text))

test('a superadministrator sees every entry, the overview, those of the specification in their order, then our own', () => {
  expect(textsOf('superadministrator')).toEqual([
    'Overview',
    'Orders',
    'Ordered Products',
    'View',
    'Add New',
    'Products',
    'Sales',
    'All Users',
    'Add Users',
    'Profile',
    'User Logs',
    'Order History',
    'Money',
    'Reports',
    'Mails',
  ])
})

test('other staff see neither ordered products, nor adding users, nor user logs', () => {
  for (const text of ['Ordered Products', 'Add Users', 'User Logs'])
    expect(textsOf('administrator')).not.toContain(text)
  expect(textsOf('administrator')).toContain('All Users')
})

test('an auditor sees nothing that adds or lists people', () => {
  expect(textsOf('auditor')).toEqual([
    'Overview',
    'Orders',
    'View',
    'Products',
    'Sales',
    'Profile',
    'Order History',
    'Money',
    'Reports',
  ])
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

test('initials come from both names', () => {
  expect(initialsOf('ada', 'obi')).toBe('AO')
  expect(initialsOf('ada', '')).toBe('A')
})
