import { expect, test } from 'vitest'
import { logParts } from './log-parts.ts'

test("an order's id in a log leads to the order", () => {
  expect(logParts('Approved order 7K3Q-ZM9X-WD4T')).toEqual([
    { text: 'Approved order ' },
    { text: '7K3Q-ZM9X-WD4T', orderId: '7K3Q-ZM9X-WD4T' },
  ])
})

test('a log without an order stays as it is', () => {
  expect(logParts('Signed in')).toEqual([{ text: 'Signed in' }])
})
