import type { Owed } from '@strand/contracts/order/owed'
import { expect, test } from 'vitest'
import { ageOf, owedText } from './owed-words.ts'

test('the age of a debt is in whole days', () => {
  const owedAt = '2026-11-12T08:00:00.000Z'
  const after = (hours: number) => ageOf({ owedAt }, Date.parse(owedAt) + hours * 3_600_000)
  expect([0, 23, 24, 47, 48, 24 * 31].map(after)).toEqual([
    'today',
    'today',
    '1 day',
    '1 day',
    '2 days',
    '31 days',
  ])
})

test('the text for the customer says how much is owed, why, and how much of it was paid', () => {
  const owed = {
    orderid: '7K3Q-ZM9X-WD4T',
    amountKobo: 5_000,
    restKobo: 5_000,
    reason: 'You paid twice.',
  } as Owed
  expect(owedText(owed, 'Ada')).toBe(
    [
      'Hello Ada, this is about your order 7K3Q-ZM9X-WD4T. We owe you ₦50 back.',
      'You paid twice.',
      'We are paying it back to the account that it came from.',
      'We never ask for a PIN, a password or a code.',
    ].join('\n\n'),
  )
  expect(owedText({ ...owed, restKobo: 2_000 }, '')).toContain(
    'We have paid ₦30 of it back, and ₦20 follows.',
  )
  expect(owedText({ ...owed, restKobo: 0 }, '')).toContain('We have paid all of it back')
})
