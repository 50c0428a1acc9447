import { expect, test } from 'vitest'
import {
  isEnough,
  isMoneySeen,
  owedInWords,
  stateInWords,
  takenBackInWords,
} from './received-words.ts'

test('an order whose money falls short within the tolerance says so, and counts as paid', () => {
  const received = (receivedKobo: number, toleranceKobo: number) => ({
    state: 'part' as const,
    expectedKobo: 8_550_000,
    receivedKobo,
    toleranceKobo,
  })
  const levy = received(8_545_000, 5_000)
  expect([isEnough(levy), stateInWords(levy)]).toEqual([true, '₦50 short, within your tolerance'])
  for (const missing of [received(8_544_999, 5_000), received(8_545_000, 0)])
    expect([isEnough(missing), stateInWords(missing)]).toEqual([
      false,
      expect.stringMatching(/received, ₦50(.01)? missing$/),
    ])
  expect(isEnough({ ...levy, state: 'none', receivedKobo: 0, expectedKobo: 5_000 })).toBe(false)
})

test('money that was taken back or is owed back has been seen', () => {
  const nothing = { allocations: [], takenBack: [], owed: [] }
  const parts = { lineId: 'line', amountKobo: 500_000, restKobo: 200_000 }
  expect(isMoneySeen(nothing)).toBe(false)
  expect(isMoneySeen({ ...nothing, allocations: [parts] })).toBe(true)
  expect(isMoneySeen({ ...nothing, owed: [{ ...parts, owedId: 'owed', paidOn: null }] })).toBe(true)
  expect([500_000, 200_000, 0].map((restKobo) => owedInWords({ ...parts, restKobo }))).toEqual([
    '₦5,000 is owed back to the customer',
    '₦2,000 of ₦5,000 is still owed back to the customer',
    '₦5,000 was paid back to the customer',
  ])
})

test('once someone has dealt with it, money was taken back or it was not; no note says that it may have been', () => {
  const back = { amountKobo: 500_000, takenBackOn: '2026-11-14', isCertain: false }
  const words = (outcome: Parameters<typeof takenBackInWords>[0]['outcome'], isCertain = false) =>
    takenBackInWords({ ...back, isCertain, outcome })
  expect(words(null)).toMatch(/^₦5,000 may have been taken back on /)
  expect(words(null, true)).toMatch(/^₦5,000 was taken back on /)
  expect(words('written-off')).toMatch(/^₦5,000 was taken back on /)
  for (const none of ['mistaken', 'paid-back'] as const)
    expect(words(none)).toMatch(/^A debit of .* seemed to take ₦5,000 back$/)
})
