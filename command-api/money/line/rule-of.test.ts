import type { OpenLine, OpenOrder } from '@strand/contracts/money/matching/candidate'
import { openLine, openOrder } from '@strand/contracts/money/matching/testing/open'
import { expect, test } from 'vitest'
import { ruleOf } from './rule-of.ts'

const second = { orderId: 'AAAA-BBBB-CCCC', paymentCode: null }

const found = (orders: OpenOrder[], line: OpenLine, otherLines: OpenLine[] = []) =>
  ruleOf(orders, line, { shopNames: ['Strand Hair Ltd'], otherLines })

test('the first rule that fits an order and a line is theirs', () => {
  const code = openLine({ narration: 'NIP/acde fghj/x' })
  expect(found([openOrder()], code)).toBe('code')
  expect(found([openOrder()], openLine())).toBe('names')
  expect(found([openOrder()], openLine({ narration: 'NIP/CHIOMA/x' }))).toBe('name')
  const reference = { reference: '090405123456', narration: 'x' }
  expect(found([openOrder({ proofReferences: ['090405123456'] })], openLine(reference))).toBe(
    'reference',
  )
  expect(found([openOrder()], openLine({ amountKobo: 8_000_000 }))).toBe('difference')
})

test('without a rule, a person did it by hand', () => {
  expect(found([openOrder()], openLine({ narration: 'POS/ABUJA' }))).toBe('by hand')
  expect(found([openOrder({ receivedKobo: 8_550_000 })], openLine())).toBe('by hand')
  expect(found([openOrder()], openLine({ narration: 'TRF/STRAND HAIR LTD' }))).toBe('by hand')
})

test('lines that pay together are a sum, but one of them is not', () => {
  const both = openLine({ amountKobo: 9_550_000 })
  const orders = [openOrder(), openOrder({ ...second, expectedKobo: 1_000_000 })]
  expect(found(orders, both)).toBe('sum')
  expect(found(orders, openLine({ amountKobo: 9_000_000 }))).toBe('by hand')
  const stranger = openOrder({ ...second, expectedKobo: 1_000_000, customerKey: 'another' })
  expect(found([openOrder(), stranger], both)).toBe('by hand')

  const parts = [
    openLine({ amountKobo: 8_000_000 }),
    openLine({ lineId: '2', amountKobo: 550_000 }),
  ]
  const [first = openLine(), ...rest] = parts
  expect(found([openOrder()], first, rest)).toBe('sum')
})
