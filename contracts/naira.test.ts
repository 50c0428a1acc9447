import { expect, test } from 'vitest'
import { formatDeliveryPrice, formatNaira } from './naira.ts'

test('formats money as whole naira in the en-US format, with its sign', () => {
  expect(formatNaira(85_000)).toBe('₦85,000')
  expect([0, -0, -2_500].map(formatNaira)).toEqual(['₦0', '₦0', '−₦2,500'])
  expect(formatNaira(999_999_999_999)).toBe('₦999,999,999,999')
})

test('a delivery that costs nothing is free', () => {
  expect(formatDeliveryPrice(0)).toBe('Free')
  expect(formatDeliveryPrice(2_500)).toBe('₦2,500')
})
