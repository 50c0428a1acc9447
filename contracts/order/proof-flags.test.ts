import { expect, test } from 'vitest'
import { type OrderFacts, proofFlags, type SentReading } from './proof-flags.ts'

const reading = (changes: Partial<SentReading> = {}): SentReading => ({
  amountKobo: 8_550_000,
  date: '2026-11-12',
  recipientAccount: '0123456789',
  sender: 'ADA OBI',
  reference: 'TRF-1234567890',
  sessionId: null,
  sentOn: '2026-11-12',
  ...changes,
})
const facts: OrderFacts = {
  total: 85_500,
  accountNumbers: ['0123456789'],
  ordersWithReference: [],
}
const flagsOf = (readings: SentReading[], changes: Partial<OrderFacts> = {}) =>
  proofFlags(readings, { ...facts, ...changes })
const textOf = (...given: Parameters<typeof flagsOf>) => flagsOf(...given).map(({ text }) => text)

test('a proof that agrees with the order has no flag', () => {
  expect(flagsOf([reading()])).toEqual([])
})

test('a field that was not found raises no flag', () => {
  const none = reading({ amountKobo: null, date: null, recipientAccount: null })
  expect(flagsOf([none])).toEqual([])
  expect(flagsOf([])).toEqual([])
})

test('a different amount raises a flag that names it to the kobo', () => {
  expect(textOf([reading({ amountKobo: 8_050_000 })])).toEqual([
    'The proof says ₦80,500, but the order’s total is ₦85,500',
  ])
  expect(textOf([reading({ amountKobo: 8_550_050 })])).toEqual([
    'The proof says ₦85,500.50, but the order’s total is ₦85,500',
  ])
})

test('an order may be paid in parts, and one proof sent twice counts once', () => {
  const half = reading({ amountKobo: 4_275_000, reference: 'ONE-12345678' })
  const other = reading({ amountKobo: 4_275_000, reference: 'TWO-12345678' })
  expect(flagsOf([half, other])).toEqual([])
  expect(textOf([half, half])).toEqual(['The proof says ₦42,750, but the order’s total is ₦85,500'])
  expect(flagsOf([half, reading()])).toEqual([])
})

test('a different recipient raises a flag, unless hidden digits allow a match or no accounts are known', () => {
  expect(textOf([reading({ recipientAccount: '9999999999' })])).toEqual([
    'Paid into 9999999999, which is not an account of the shop',
  ])
  expect(flagsOf([reading({ recipientAccount: '012****789' })])).toEqual([])
  expect(flagsOf([reading({ recipientAccount: '012****788' })])).toHaveLength(1)
  expect(flagsOf([reading({ recipientAccount: '9999999999' })], { accountNumbers: [] })).toEqual([])
})

test('a transfer is old after seven days', () => {
  expect(flagsOf([reading({ date: '2026-11-05' })])).toEqual([])
  expect(textOf([reading({ date: '2026-11-04' })])).toEqual([
    'The transfer was made 8 days before its proof was sent',
  ])
  expect(flagsOf([reading({ date: '2027-01-01' })])).toEqual([])
})

test('a reference that is also on other orders raises a flag that names them', () => {
  expect(textOf([reading()], { ordersWithReference: ['AAAA'] })).toEqual([
    'Its reference is on order AAAA too',
  ])
  const many = ['A', 'B', 'C', 'D', 'E']
  expect(textOf([reading()], { ordersWithReference: many })).toEqual([
    'Its reference is on orders A, B, C and 2 more too',
  ])
})
