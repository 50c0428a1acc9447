import type { SpanCheck } from '@strand/contracts/money/bank-account'
import { expect, test } from 'vitest'
import { addsUp } from '../../shared/bank/adds-up.ts'
import { sumParts } from './sum-parts.ts'

const check: SpanCheck = {
  openingKobo: 100_000,
  matchedKobo: 50_000,
  unmatchedKobo: 20_000,
  setAsideKobo: 5_000,
  debitKobo: -30_000,
  closingKobo: 145_000,
  balanced: true,
  why: '',
}

test('a span is a sum of signed parts', () => {
  expect(sumParts(check).map(({ sign, kobo }) => `${sign}${kobo}`)).toEqual([
    '100000',
    '+50000',
    '+20000',
    '+5000',
    '−30000',
    '=145000',
  ])
  expect(addsUp(check)).toBe('it adds up.')
})

test('a span that does not add up says by how much, and one that cannot be checked says why', () => {
  const wrong = { ...check, closingKobo: 150_000, balanced: false }
  expect(addsUp(wrong)).toBe('it does not add up: lines of ₦50 are missing.')
  expect(sumParts(wrong).at(-1)?.sign).toBe('≠')
  expect(addsUp({ ...wrong, closingKobo: 140_000 })).toMatch(/₦50 too much/)
  const unsaid = { ...check, closingKobo: null, balanced: null, why: 'One line waits' }
  expect(addsUp(unsaid)).toBe('we can’t tell whether it adds up. One line waits.')
})
