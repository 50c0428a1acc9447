import { expect, test } from 'vitest'
import { internationalDigits } from './contact.routes.ts'

test('a number is given in international form, as its country writes it', () => {
  const numbers = [
    ['NG', '08031234567', '2348031234567'],
    ['NG', '8031234567', '2348031234567'],
    ['NG', '+447911123456', '447911123456'],
    ['GB', '07911123456', '447911123456'],
    // In Italy the zero stays.
    ['IT', '0612345678', '390612345678'],
    ['', '+2348031234567', '2348031234567'],
    ['XX', '0612345678', null],
    ['NG', 'none', null],
    // Numbers of the right length that no network gives out.
    ['NG', '00000000000', null],
    ['NG', '01234567890', null],
    ['NG', '+2340000000000', null],
    ['GB', '+441111111111', null],
    ['US', '0000000000', null],
  ] as const
  for (const [country, phone, digits] of numbers)
    expect(internationalDigits(country, phone)).toBe(digits)
})
