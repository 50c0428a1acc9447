import { expect, test } from 'vitest'
import { formatBankDay } from './bank-day.ts'

test("a day of the bank is the same day everywhere, and names another year's", () => {
  const now = new Date('2026-11-22T12:00:00Z')
  expect(formatBankDay('2026-11-12', now)).toBe('12 Nov')
  expect(formatBankDay('2025-12-31', now)).toBe('31 Dec 2025')
})
