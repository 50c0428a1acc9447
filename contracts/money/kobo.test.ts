import { expect, test } from 'vitest'
import { formatKobo, toleranceFor } from './kobo.ts'

test('formatKobo shows kobo only if there are some', () => {
  expect(formatKobo(8_550_000)).toBe('₦85,500')
  expect(formatKobo(8_550_005)).toBe('₦85,500.05')
  expect(formatKobo(-50)).toBe('−₦0.50')
})

test('money can be short by the shop’s tolerance, but by no more than a tenth of the total', () => {
  expect(toleranceFor(7_500_000, 5_000)).toBe(5_000)
  expect(toleranceFor(45_000, 50_000)).toBe(4_500)
  expect(toleranceFor(1, 50_000)).toBe(0)
})
