import { expect, test } from 'vitest'
import { subtotalOf, summaryLine, withQuantity } from './order-summary.ts'

const wig = { productid: 'w', productname: 'Wig', price: 40_000 }
const oil = { productid: 'o', productname: 'Oil', price: 5_000 }

test('the line below the products counts items, not lines, and shows whole naira', () => {
  const lines = [
    { ...wig, quantity: 2 },
    { ...oil, quantity: 1 },
  ]
  expect(subtotalOf(lines)).toBe(85_000)
  expect(summaryLine(lines)).toBe('3 items · ₦85,000')
  expect(summaryLine([{ ...oil, quantity: 1 }])).toBe('1 item · ₦5,000')
  expect(summaryLine([])).toBe('0 items · ₦0')
})

test('a new product comes last, a changed one keeps its place, and one with quantity 0 is removed', () => {
  const one = withQuantity(withQuantity([], wig, 1), oil, 1)
  expect(one.map(({ productid }) => productid)).toEqual(['w', 'o'])
  const more = withQuantity(one, wig, 3)
  expect(more.map(({ quantity }) => quantity)).toEqual([3, 1])
  expect(withQuantity(more, wig, 0)).toEqual([{ ...oil, quantity: 1 }])
})
