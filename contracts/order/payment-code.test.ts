import { random } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { expect, test } from 'vitest'
import {
  normalizePaymentCode,
  numberOfPaymentCode,
  numberOfPaymentCodes,
  paymentCodeOf,
} from './payment-code.ts'

const alphabet = 'ACDEFGHJKMNPQRUVWXY3679'
const below = (limit: number) => Math.floor(random() * limit)
const randomCode = () => paymentCodeOf(below(numberOfPaymentCodes))
const anyCharacter = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** The indexes of a code's characters; the dash is at index 4. */
const places = [0, 1, 2, 3, 5, 6, 7, 8]

const replaced = (code: string, place: number, character: string) =>
  code.slice(0, place) + character + code.slice(place + 1)

test('a code is 8 characters of the alphabet in two groups, one for each number', () => {
  for (const number of [0, 1, 22, 23, numberOfPaymentCodes - 1]) {
    const code = paymentCodeOf(number)
    expect(code).toMatch(new RegExp(`^[${alphabet}]{4}-[${alphabet}]{4}$`))
    expect(normalizePaymentCode(code)).toBe(code)
    expect(numberOfPaymentCode(code)).toBe(number)
  }
  expect(numberOfPaymentCodes).toBe(3_404_825_447)
  expect(paymentCodeOf(0)).toBe('AAAA-AAAA')
})

const trials = repetitions({ usual: 100_000, long: 1_000_000 })

test(`in ${trials} trials, no wrong or swapped characters give another valid code`, () => {
  const found: string[] = []
  for (let trial = 0; trial < trials; trial++) {
    const code = randomCode()
    const place = places[below(places.length)] ?? 0
    const wrong = replaced(code, place, anyCharacter.charAt(below(anyCharacter.length)))
    const read = normalizePaymentCode(wrong)
    if (read !== null && read !== code) found.push(`${code} read as ${wrong}: ${read}`)
    const first = below(places.length - 1)
    const [left, right] = [places[first] ?? 0, places[first + 1] ?? 0]
    const swapped = replaced(replaced(code, left, code.charAt(right)), right, code.charAt(left))
    if (swapped !== code && normalizePaymentCode(swapped) !== null)
      found.push(`${code} swapped to ${swapped}`)
  }
  expect(found).toEqual([])
})

test('every wrong character of the alphabet is detected, at every position', () => {
  const code = randomCode()
  for (const place of places)
    for (const character of alphabet) {
      const changed = replaced(code, place, character)
      expect(normalizePaymentCode(changed), changed).toBe(changed === code ? code : null)
    }
})

test('case, spaces, dashes and look-alikes are forgiven', () => {
  const code = paymentCodeOf(123_456_789)
  const plain = code.replace('-', '')
  for (const typed of [
    code.toLowerCase(),
    plain,
    ` ${plain.slice(0, 4)}  ${plain.slice(4)} `,
    `#${code}`,
    code.replace('-', '–'),
    [...plain].join(' '),
    [...plain].join('-'),
    [...plain].join('.'),
    // Full-width characters, as some phone keyboards write them.
    code.replace(/[A-Z0-9]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
  ])
    expect(normalizePaymentCode(typed), typed).toBe(code)
  const lookAlikes = { Q: '0Oo', 7: '1IlTt2Zz', A: '4', 6: '5Ss', 3: '8Bb' }
  for (const [meant, typed] of Object.entries(lookAlikes))
    for (const character of typed) {
      let whole = randomCode()
      while (!whole.includes(meant)) whole = randomCode()
      expect(normalizePaymentCode(whole.replaceAll(meant, character)), whole).toBe(whole)
    }
})

test('text that is not a code gives none, however long or strange', () => {
  const code = randomCode()
  for (const typed of [
    '',
    '-',
    '7K3Q-ZM9X-WD4T',
    `${code}A`,
    code.slice(1),
    `${code}\0`,
    'ÄÄÄÄ-ÄÄÄÄ',
    '👩🏾‍🦱'.repeat(8),
    'constructor',
    '__proto__',
    'A'.repeat(100_000),
  ])
    expect(normalizePaymentCode(typed)).toBeNull()
})
