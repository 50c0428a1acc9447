import { expect, test } from 'vitest'
import { formatBankDay } from './bank-day.ts'

test("a bank's day is the same everywhere, and shows the year unless it is the current one", () => {
  const now = new Date('2026-11-22T12:00:00Z')
  expect(formatBankDay('2026-11-12', now)).toBe('12 Nov')
  expect(formatBankDay('2025-12-31', now)).toBe('31 Dec 2025')
})
