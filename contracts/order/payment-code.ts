/**
 * Payment codes: eight characters in two groups, `ACDE-FGHJ`. A customer writes one in a transfer,
 * so that the shop knows whose money it is. The alphabet has no characters that look alike. It has
 * 23 characters, a prime number, and the weighted sum of a code's characters must be 0 modulo 23.
 * So any single wrong character and any two swapped characters are noticed. The last character is
 * chosen so that the sum fits.
 */
const alphabet = 'ACDEFGHJKMNPQRUVWXY3679'
const base = alphabet.length
const length = 8

/**
 * The number of possible codes. The last character does not count, because it only checks the
 * others.
 */
export const numberOfPaymentCodes = base ** (length - 1)

/**
 * Characters that no code contains, each with the character of the alphabet that it looks most
 * like.
 */
const lookAlikes: Record<string, string> = {
  0: 'Q',
  O: 'Q',
  1: '7',
  I: '7',
  L: '7',
  T: '7',
  2: '7',
  Z: '7',
  4: 'A',
  5: '6',
  S: '6',
  8: '3',
  B: '3',
}

/** The value of each character; a look-alike has the value of the character that it looks like. */
const values = new Map([...alphabet].map((character, value) => [character, value]))
for (const [typed, meant] of Object.entries(lookAlikes)) values.set(typed, alphabet.indexOf(meant))

/** Weights from 8 down to 1: all different, and never 0 modulo 23. */
const weightAt = (index: number) => length - index

const grouped = (characters: string) => `${characters.slice(0, 4)}-${characters.slice(4)}`

/** @param number whole, from 0 to below `numberOfPaymentCodes` */
export const paymentCodeOf = (number: number): string => {
  let characters = ''
  let sum = 0
  let rest = number
  for (let index = length - 2; index >= 0; index--) {
    const value = rest % base
    characters = alphabet.charAt(value) + characters
    sum += value * weightAt(index)
    rest = Math.floor(rest / base)
  }
  return grouped(characters + alphabet.charAt((base - (sum % base)) % base))
}

/**
 * The number of a code.
 *
 * @param code as `normalizePaymentCode` returns it
 */
export const numberOfPaymentCode = (code: string): number =>
  [...code.replace('-', '').slice(0, -1)].reduce(
    (number, character) => number * base + alphabet.indexOf(character),
    0,
  )

/**
 * Normalizes a code that a person or a bank wrote: ignores case, spaces, dashes and dots, and
 * accepts characters that look alike. Null if it is not a code, or if a character is wrong.
 */
export const normalizePaymentCode = (typed: string): string | null => {
  const plain = typed
    .slice(0, 64)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s._#\u2010-\u2015\u2212-]/g, '')
  if (plain.length !== length) return null
  let characters = ''
  let sum = 0
  for (let index = 0; index < length; index++) {
    const value = values.get(plain.charAt(index))
    if (value === undefined) return null
    characters += alphabet.charAt(value)
    sum += value * weightAt(index)
  }
  return sum % base === 0 ? grouped(characters) : null
}
