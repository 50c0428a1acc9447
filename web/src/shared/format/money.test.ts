import { expect, test } from 'vitest'
import { formatNaira, formatNumber } from './money.tsx'

test('money is whole naira in the en-US format, with its sign', () => {
  expect(formatNaira(85_000)).toBe('₦85,000')
  expect(formatNaira(0)).toBe('₦0')
  expect(formatNaira(999_999_999_999)).toBe('₦999,999,999,999')
  expect(formatNumber(10_000)).toBe('10,000')
})
