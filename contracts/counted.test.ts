import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('one thing is not counted like none or many', () => {
  expect([0, 1, 2, 2500].map((count) => counted(count, 'order'))).toEqual([
    '0 orders',
    '1 order',
    '2 orders',
    '2,500 orders',
  ])
  expect(counted(1, 'mail is held', 'mails are held')).toBe('1 mail is held')
  expect(counted(1.5, 'hour')).toBe('1.5 hours')
})
