import { expect, test } from 'vitest'
import { spanCheck } from './span-check.ts'

const sums = {
  matchedKobo: 500,
  unmatchedKobo: 300,
  setAsideKobo: 100,
  debitKobo: -200,
  waiting: 0,
}

test('a span is balanced if the opening balance plus its lines gives the closing balance', () => {
  expect(spanCheck({ sums, openings: [1_000], closings: [1_700] })).toEqual({
    openingKobo: 1_000,
    matchedKobo: 500,
    unmatchedKobo: 300,
    setAsideKobo: 100,
    debitKobo: -200,
    closingKobo: 1_700,
    balanced: true,
    why: '',
  })
  const off = spanCheck({ sums, openings: [1_000], closings: [1_701] })
  expect(off).toMatchObject({ closingKobo: 1_701, balanced: false, why: '' })
})

test('if several statements begin or end on a day, the balances that fit count', () => {
  // The last imported statement ends at noon, the one before it in the evening.
  const found = spanCheck({ sums, openings: [900, 1_000], closings: [1_400, 1_700] })
  expect(found).toMatchObject({ openingKobo: 1_000, closingKobo: 1_700, balanced: true })
  const none = spanCheck({ sums, openings: [900, 901], closings: [1_400, 1_401] })
  expect(none).toMatchObject({ openingKobo: 900, closingKobo: 1_400, balanced: false })
})

test('without balances, or with probable duplicates, it says why it cannot decide', () => {
  const silent = spanCheck({ sums, openings: [], closings: [1_700] })
  expect(silent).toMatchObject({ openingKobo: null, balanced: null })
  expect(silent.why).toMatch(/balances/)
  const waiting = spanCheck({ sums: { ...sums, waiting: 2 }, openings: [1_000], closings: [1_700] })
  expect(waiting).toMatchObject({ balanced: null })
  expect(waiting.why).toMatch(/^2 lines are probably the same/)
})
