import { expect, test } from 'vitest'
import { internationalDigits } from './contact.routes.ts'

test('a number is converted to international form by its country’s rules', () => {
  const numbers = [
    ['NG', '08031234567', '2348031234567'],
    ['NG', '8031234567', '2348031234567'],
    ['NG', '+447911123456', '447911123456'],
    ['GB', '07911123456', '447911123456'],
    // Italian numbers keep the leading zero.
    ['IT', '0612345678', '390612345678'],
    ['', '+2348031234567', '2348031234567'],
    ['XX', '0612345678', null],
    ['NG', 'none', null],
    // Numbers of the right length that no network assigns.
    ['NG', '00000000000', null],
    ['NG', '01234567890', null],
    ['NG', '+2340000000000', null],
    ['GB', '+441111111111', null],
    ['US', '0000000000', null],
  ] as const
  for (const [country, phone, digits] of numbers)
    expect(internationalDigits(country, phone)).toBe(digits)
})
