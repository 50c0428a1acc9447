import { expect, test } from 'vitest'
import { lineKindOf, saysReturn, saysReversal } from './return-words.ts'

test.each([
  ['RVSL/NIP/OKAFOR', true],
  ['NIP reversal of 12/11', true],
  ['REV-NIP CR', true],
  ['REV OF TRF', true],
  ['Returned: account closed', true],
  ['RTN-NIP/UBA/BELLO', true],
  ['RETURN OF FUNDS', true],
  ['CHARGE BACK 4111', true],
  ['TRF TO REV SAMUEL ADE', false],
  ['TRF TO REVEREND', false],
  ['NIP/GTB/RETURNER JOHN/hair', false],
  ['NIP/RVSLE VENTURES', false],
  ['NIP/GTB/OBI ADA/return customer', false],
  ['POS PURCHASE', false],
  ['NIP/GTB/REVERSE LOGISTICS LTD/hair', false],
  ['REVERSE LOGISTIC SERVICES', false],
  ['REVERSE NIP/GTB/REVERSE LOGISTICS LTD', true],
  ['REVERSE TRF OKAFOR', true],
  ['NIP/UBA/MAJ GEN ADE OBI (RETD)/hair', false],
  ['TRF FROM COL. A. B. OKORO RETD', false],
  ['RETD-NIP/UBA/COL OKORO', true],
  ['NIP/COL OKORO/RETD', true],
  ['CHQ RETD OKORO', true],
])('the narration "%s" says reversal: %s', (narration, expected) => {
  expect(saysReversal(narration)).toBe(expected)
  expect(saysReturn(narration)).toBe(expected)
})

test('a refund returns money, but is not a reversal by the bank', () => {
  for (const narration of ['REFUND/JUMIA', 'NIP REFUNDED'])
    expect([saysReturn(narration), saysReversal(narration)]).toEqual([true, false])
  expect(saysReturn('NIP/REFUNDIA LTD')).toBe(false)
})

const kind = (narration: string, what: { amountKobo?: number; isMarked?: boolean } = {}) =>
  lineKindOf({ amountKobo: 100, narration, ...what })

test('a credit is a return if the bank says so, in words or with a mark', () => {
  expect(kind('RVSL NIP/GTB/OBI ADA')).toBe('returned')
  expect(kind('REFUND/JUMIA')).toBe('returned')
  expect(kind('NIP/GTB/OBI ADA', { isMarked: true })).toBe('returned')
  for (const honest of ['NIP/GTB/RETURNER JOHN/hair', 'NIP/RVSLE VENTURES', 'NIP/REV SAMUEL ADE'])
    expect(kind(honest)).toBe('money')
})

test('only a mark makes a debit a return: its words are judged together with the credits', () => {
  expect(kind('RVSL NIP', { amountKobo: -100 })).toBe('money')
  expect(kind('NIP', { amountKobo: -100, isMarked: true })).toBe('returned')
})
