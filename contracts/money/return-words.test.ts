import { expect, test } from 'vitest'
import { saysReturn, saysReversal } from './return-words.ts'

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
