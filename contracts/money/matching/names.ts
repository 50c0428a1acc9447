import type { PayerPart } from './payer.ts'
import { isCompany, isOfCompanies, isSuffix, type TypedName, withoutSuffixes } from './words.ts'

/** A line's payer, prepared for comparison with many names. */
export type PayerName = {
  tokens: Set<string>
  /** The whole name without spaces. A word that this text lacks cannot be in the name. */
  squeezed: string
  /** Neighboring words joined, because a bank may write `OLU SEGUN` for `Olusegun`. */
  joined: Set<string>
  long: string[]
  /** The last word if the bank may have cut it off, otherwise null. */
  cut: string | null
  isCompany: boolean
  /** The whole name without spaces or company suffixes. */
  core: string
}

const maxWords = 40
const longWord = 6
const shortestWord = 3
/** The maximum number of the payer's words that make up one typed word. */
const most = 4

export const payerNameOf = ({ words, isCut }: PayerPart): PayerName => {
  const tokens = words.slice(0, maxWords)
  const joined = tokens.flatMap((token, at) =>
    [2, 3, 4].map((length) =>
      at + length <= tokens.length ? tokens.slice(at, at + length).join('') : token,
    ),
  )
  return {
    tokens: new Set(tokens),
    squeezed: tokens.join(''),
    joined: new Set(joined),
    long: tokens.filter((token) => token.length >= longWord),
    cut: isCut ? (tokens.at(-1) ?? null) : null,
    isCompany: isCompany(tokens),
    core: withoutSuffixes(tokens, isCut).join(''),
  }
}

/**
 * If typed words make up at least this many letters of a run-together word, its other letters may
 * be anything.
 */
const enoughLetters = 8

/**
 * The typed words that a run-together word contains, longest first; each letter counts for one word
 * only.
 */
const takenOut = (token: string, typed: string[]): string[] => {
  let left = token
  return [...typed]
    .sort((one, other) => other.length - one.length)
    .filter((word) => {
      const at = left.indexOf(word)
      if (at < 0) return false
      left = `${left.slice(0, at)} ${left.slice(at + word.length)}`
      return true
    })
}

/**
 * Whether a payer's word runs this typed word together with others. `OKAFORADACHIOMA` has Okafor,
 * Chioma and another name. But `ADAOBIOMA` may be Ada Obioma, not Ada Obi: if more than one letter
 * is left over, the typed words need at least `enoughLetters`.
 */
const isRunTogether = (word: string, { words }: TypedName, long: string[]): boolean =>
  long.some((token) => {
    if (!token.includes(word)) return false
    const taken = takenOut(token, words)
    const letters = taken.reduce((sum, one) => sum + one.length, 0)
    return (
      taken.length > 1 &&
      taken.includes(word) &&
      (token.length - letters <= 1 || letters >= enoughLetters)
    )
  })

/** Whether the payer's words, run together in any order, make up a typed word. */
const isPieces = (word: string, tokens: Set<string>, used: string[] = []): boolean => {
  if (word === '') return true
  if (used.length === most) return false
  return [...tokens].some(
    (token) =>
      token.length >= shortestWord &&
      !used.includes(token) &&
      word.startsWith(token) &&
      isPieces(word.slice(token.length), tokens, [...used, token]),
  )
}

const isIn = (word: string, typed: TypedName, payer: PayerName): boolean =>
  payer.tokens.has(word) ||
  (payer.squeezed.includes(word) &&
    (payer.joined.has(word) || isRunTogether(word, typed, payer.long))) ||
  (word.length >= longWord && isPieces(word, payer.tokens))

const nearWord = 4

const vowels = /[AEIOUHY]/

/**
 * Whether two words differ by one added letter, one vowel or two swapped letters. Another consonant
 * makes another name: Ifeoma is not Ijeoma.
 */
const isNear = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length < nearWord || long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  if (short.slice(at) === long.slice(at + 1)) return true
  if (short.length !== long.length) return false
  const isVowels = vowels.test(short[at] ?? '') && vowels.test(long[at] ?? '')
  return (
    (isVowels && short.slice(at + 1) === long.slice(at + 1)) ||
    (short[at] === long[at + 1] &&
      short[at + 1] === long[at] &&
      short.slice(at + 2) === long.slice(at + 2))
  )
}

const shortestPart = 4

/**
 * Whether a typed word is a short form: `Tolu`, `Seun` and `Bimbo` stand for `TOLULOPE`,
 * `OLUWASEUN` and `ABIMBOLA`.
 */
const isShort = (typed: string, word: string): boolean =>
  word.length >= typed.length + 2 &&
  ((typed.length >= shortestWord && word.startsWith(typed)) ||
    (typed.length >= shortestPart && word.includes(typed)))

/** Whether the payer has the word in another form: misspelled, shortened or cut off. */
const isHinted = (word: string, { tokens, cut }: PayerName): boolean =>
  [...tokens].some(
    (token) =>
      isNear(word, token) ||
      isShort(word, token) ||
      (token === cut && token.length >= shortestWord && word.startsWith(token)),
  )

/**
 * Compares a company's name as a whole, without spaces. Company suffixes may be missing or cut off.
 * If the bank cut the payer's name off, more of it may be missing.
 */
const isSameCompany = (typed: TypedName, payer: PayerName): boolean => {
  const [one, other] = [typed.squeezed, payer.core]
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short === '' || !long.startsWith(short)) return false
  const isCut = payer.cut !== null
  if (short === other && isCut && short.length >= enoughLetters) return true
  const isNamed = typed.isCompany || (typed.words.length > 1 && short.length >= enoughLetters)
  return isNamed && isOfCompanies(long.slice(short.length), isCut)
}

const shortestBoth = 10

/**
 * Whether the customer typed first and last name as one word, which counts as two if the payer has
 * two words.
 */
const isBoth = ([word = '', ...others]: string[], { tokens, squeezed, cut }: PayerName) =>
  others.length === 0 &&
  word.length >= shortestBoth &&
  tokens.size > 1 &&
  !tokens.has(word) &&
  (cut === null || squeezed.length >= shortestBoth)

type NameFit = {
  /** Two words match, or a company's whole name matches, and nothing contradicts the match. */
  two: boolean
  /**
   * The only matching word, if the payer's name lacks none of the typed words; otherwise null. The
   * caller must check that no other name has this word.
   */
  one: string | null
}

const none: NameFit = { two: false, one: null }

/**
 * Compares a typed name with a payer.
 *
 * @param counts false for words of the shop's own name, which do not count
 */
export const nameFit = (
  typed: TypedName,
  payer: PayerName,
  counts: (word: string) => boolean,
): NameFit => {
  if (typed.isCompany || payer.isCompany) return { two: isSameCompany(typed, payer), one: null }
  const there = typed.words.filter((word) => isIn(word, typed, payer))
  const whole = there.filter((word) => word.length >= shortestWord && counts(word))
  if (whole.length === 0) return none
  const spare = [...payer.tokens].filter(
    (token) => !there.some((word) => token.includes(word) || word.includes(token)),
  )
  const hasInitial = (word: string) =>
    whole.length > 1 &&
    spare.some((token) => (token.length === 1 || token === payer.cut) && word.startsWith(token))
  const missing = typed.words.filter(
    (word) => !there.includes(word) && !isHinted(word, payer) && !hasInitial(word),
  ).length
  // If the payer has other words and none begins with the typed initial, the names belong to
  // different people.
  const isOther = typed.initials.some(
    (initial) => spare.length > 0 && !spare.some((token) => token.startsWith(initial)),
  )
  if (isOther) return none
  const count = whole.length + (isBoth(typed.words, payer) ? 1 : 0)
  const isHintedOnly = typed.words.length > there.length && missing === 0
  const two = count >= 2 ? missing <= count - 2 || spare.length === 0 : count === 1 && isHintedOnly
  return { two, one: whole.length === 1 && missing === 0 ? (whole[0] ?? null) : null }
}

export const hasOneWord = (typed: TypedName, payer: PayerName): boolean =>
  typed.words.some(
    (word) => word.length >= shortestWord && !isSuffix(word) && isIn(word, typed, payer),
  )
