import { expect, test } from 'vitest'
import { formatKobo } from './kobo.ts'

test('kobo are written where there are some', () => {
  expect(formatKobo(8_550_000)).toBe('₦85,500')
  expect(formatKobo(8_550_005)).toBe('₦85,500.05')
  expect(formatKobo(-50)).toBe('−₦0.50')
})
