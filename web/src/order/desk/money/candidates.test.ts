import type { BankLine } from '@strand/contracts/money/bank-line'
import type { OrderPayment, PaymentCandidate } from '@strand/contracts/money/order-payment'
import { bankLineWith } from '@strand/contracts/money/testing/bank-line'
import { expect, test } from 'vitest'
import { choicesOf, evidenceOf, notesOf, preselected } from './candidates.ts'

const line = (lineId: string, amountKobo: number, changes: Partial<BankLine> = {}): BankLine =>
  bankLineWith({ lineId, amountKobo, ...changes })
const candidate = (
  lines: BankLine[],
  changes: Partial<PaymentCandidate> = {},
): PaymentCandidate => ({
  lines,
  amountKobo: lines.reduce((sum, one) => sum + one.amountKobo - one.allocatedKobo, 0),
  rule: 'names',
  signals: { code: false, reference: false, amount: true, names: true, history: false, time: true },
  only: false,
  alsoPays: [],
  alsoFits: [],
  ...changes,
})
const payment = (
  candidates: PaymentCandidate[],
  changes: Partial<OrderPayment> = {},
): OrderPayment => ({
  expectedKobo: 8_550_000,
  receivedKobo: 0,
  state: 'none',
  allocations: [],
  lines: [],
  candidates,
  newestLineOn: '2026-11-12',
  covered: true,
  takenBack: [],
  owed: [],
  leftToPeople: null,
  toleranceKobo: 0,
  evidence: 'optional',
  ...changes,
})

test('the best money is chosen from the start if it fits only this order', () => {
  const choice = candidate([line('a', 8_550_000)])
  const only = candidate([line('b', 8_550_000)], { only: true })
  expect(preselected(payment([choice, only]))).toBe(only)
  expect(preselected(payment([choice]))).toBeNull()
})

test('money that falls short within the tolerance is chosen if a code or a reference matches, and the shortfall is shown', () => {
  const signals = {
    code: true,
    reference: false,
    amount: true,
    names: false,
    history: false,
    time: true,
  }
  const short = candidate([line('a', 8_545_000)], { only: true, rule: 'code', signals })
  const tolerant = payment([short], { toleranceKobo: 5_000 })
  expect(preselected(tolerant)).toBe(short)
  expect(evidenceOf(tolerant, short)).toEqual({ lines: [{ lineId: 'a', amountKobo: 8_545_000 }] })
  expect(notesOf(tolerant, short)).toEqual(['₦50 short', 'Fits no other order'])
  expect(preselected(payment([short], { toleranceKobo: 4_999 }))).toBeNull()
  expect(evidenceOf(payment([short]), short)).toBeNull()
  const named = candidate([line('a', 8_545_000)], { only: true, rule: 'difference' })
  expect(preselected(payment([named], { toleranceKobo: 5_000 }))).toBeNull()
})

test('money that fits an approved order as well is said to', () => {
  const notes = (changes: Partial<PaymentCandidate>) =>
    notesOf(payment([]), candidate([line('a', 8_550_000)], changes))
  expect(notes({ alsoFits: ['ORDER-1'] })).toEqual([
    'Also fits ORDER-1, which was approved without this money',
  ])
  expect(notes({ alsoFits: ['ORDER-1', 'ORDER-2'] })).toEqual([
    'Also fits ORDER-1, ORDER-2, which were approved without this money',
  ])
  expect(notes({ only: true, alsoFits: ['ORDER-1'] })).toEqual([])
})

test('money that the bank took back, or may have, is never chosen automatically', () => {
  for (const changes of [{ reversedBy: 'debit' }, { perhapsReversedBy: 'debit' }]) {
    const doubtful = candidate([line('a', 8_550_000, changes)], { only: true })
    expect(preselected(payment([doubtful]))).toBeNull()
  }
})

test('an approval is not based on money that was matched and then taken back', () => {
  const back = line('a', 8_550_000, { reversedBy: 'debit' })
  const again = candidate([line('b', 8_550_000)])
  const allocations = [{ lineId: 'a', amountKobo: 8_550_000 }]
  const asked = payment([again], { allocations, lines: [back] })
  expect(evidenceOf(asked, null)).toBeNull()
  expect(evidenceOf(asked, again)).toEqual({ lines: [{ lineId: 'b', amountKobo: 8_550_000 }] })
})

test('money below the total cannot be chosen, and its note says how much is missing', () => {
  const short = candidate([line('a', 8_500_000)], { rule: 'difference', only: true })
  const asked = payment([short])
  expect(choicesOf(asked)).toEqual([])
  expect(preselected(asked)).toBeNull()
  expect(evidenceOf(asked, short)).toBeNull()
  expect(notesOf(asked, { ...short, only: false })).toEqual(['₦500 less than the order'])
})

test('an approval uses no more of the lines than the order costs, and no part that pays for another order', () => {
  const more = candidate([line('a', 9_000_000)])
  expect(evidenceOf(payment([more]), more)).toEqual({
    lines: [{ lineId: 'a', amountKobo: 8_550_000 }],
  })
  expect(notesOf(payment([more]), more)).toEqual(['₦4,500 more than the order'])
  const parts = candidate([
    line('a', 5_000_000, { allocatedKobo: 1_000_000 }),
    line('b', 4_000_000),
    line('c', 2_000_000),
    line('d', 1_000_000),
  ])
  expect(evidenceOf(payment([parts]), parts)).toEqual({
    lines: [
      { lineId: 'a', amountKobo: 4_000_000 },
      { lineId: 'b', amountKobo: 4_000_000 },
      { lineId: 'c', amountKobo: 550_000 },
    ],
  })
})

test('an approval is also based on money that was matched before', () => {
  const rest = candidate([line('b', 3_550_000)])
  const before = [{ lineId: 'a', amountKobo: 5_000_000 }]
  const asked = payment([rest], { receivedKobo: 5_000_000, state: 'part', allocations: before })
  expect(evidenceOf(asked, null)).toBeNull()
  expect(evidenceOf(asked, rest)).toEqual({
    lines: [...before, { lineId: 'b', amountKobo: 3_550_000 }],
  })
  const all = [{ lineId: 'a', amountKobo: 8_550_000 }]
  const paid = payment([], { receivedKobo: 8_550_000, state: 'exact', allocations: all })
  expect(evidenceOf(paid, null)).toEqual({ lines: all })
})

test('a transfer for several orders names the other orders, but no difference', () => {
  const sum = candidate([line('a', 17_100_000)], { rule: 'sum', alsoPays: ['7K3Q-ZM9X-WD4T'] })
  expect(notesOf(payment([sum]), sum)).toEqual(['May pay for 7K3Q-ZM9X-WD4T too'])
  expect(evidenceOf(payment([sum]), sum)).toEqual({
    lines: [{ lineId: 'a', amountKobo: 8_550_000 }],
  })
})
