import { expect, test } from 'vitest'
import { readAmount } from './amount.ts'

test.each([
  ['50000', 5_000_000],
  ['50,000', 5_000_000],
  ['50 000', 5_000_000],
  [' ₦50,000.00 ', 5_000_000],
  ['N50 000', 5_000_000],
  ['n50,000', 5_000_000],
  ['NGN 50,000', 5_000_000],
  ['ngn50000.', 5_000_000],
  ['₦ 85,500.5', 8_550_050],
  ['0.29', 29],
  ['0', 0],
  ['999,999,999,999.99', 99_999_999_999_999],
])('the amount %j is %i kobo', (typed, kobo) => {
  expect(readAmount(typed)).toBe(kobo)
})

test.each([
  '',
  ' ',
  '₦',
  '-5',
  '+5',
  '50k',
  '1.234',
  '1.2.3',
  '1e3',
  'NNGN5',
  '5 NGN',
  '0x10',
  'fifty',
])('%j is no amount', (typed) => {
  expect(readAmount(typed)).toBeNull()
})
