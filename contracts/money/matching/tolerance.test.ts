import { expect, test } from 'vitest'
import { matchPayments } from './match-payments.ts'

const order = {
  orderId: '7K3Q-ZM9X-WD4T',
  paymentCode: null,
  expectedKobo: 100_000,
  receivedKobo: 0,
  accountName: 'Chioma Okafor',
  createdOn: '2026-11-12',
  customerKey: 'ada',
  proofReferences: ['000013261112000001'],
}
const line = (freeKobo: number, narration: string, reference = '') => ({
  lineId: narration,
  amountKobo: freeKobo,
  freeKobo,
  bookedOn: '2026-11-12',
  payer: '',
  narration,
  reference,
})
const rules = (lines: ReturnType<typeof line>[], toleranceKobo?: number) =>
  (
    matchPayments({
      orders: [order],
      lines,
      shopNames: [],
      ...(toleranceKobo !== undefined && { toleranceKobo }),
    }).get(order.orderId) ?? []
  ).map(({ rule, only, signals }) => [rule, only, signals.amount])

test('with a code or a reference, a shortfall within the tolerance counts as exact', () => {
  const byCode = line(95_000, 'NIP/7K3Q-ZM9X-WD4T')
  expect(rules([byCode], 5_000)).toEqual([['code', true, true]])
  expect(rules([byCode], 4_999)).toEqual([['difference', false, false]])
  expect(rules([byCode])).toEqual([['difference', false, false]])
  const byReference = line(95_000, 'NIP TRANSFER', '000013261112000001')
  expect(rules([byReference], 5_000)).toEqual([['reference', true, true]])
  expect(rules([byReference])).toEqual([])
})

test('an amount that is too large, or a match by name alone, does not count as exact', () => {
  expect(rules([line(100_100, 'NIP/7K3Q-ZM9X-WD4T')], 5_000)).toEqual([
    ['difference', false, false],
  ])
  expect(rules([line(95_000, 'NIP/GTB/OKAFOR CHIOMA/hair')], 5_000)).toEqual([
    ['difference', false, false],
  ])
})

test('if two lines have the code, the exact one is still not the only match', () => {
  const lines = [line(95_000, 'NIP/7K3Q-ZM9X-WD4T'), line(100_000, 'USSD/7K3Q-ZM9X-WD4T')]
  expect(rules(lines, 5_000)).toEqual([
    ['code', false, true],
    ['code', false, true],
  ])
})
