import type { PayerPart } from './payer.ts'
import { isCompany, isOfCompanies, isSuffix, type TypedName, withoutSuffixes } from './words.ts'

/** A line's payer, prepared for comparison with many names. */
export type PayerName = {
  tokens: Set<string>
  /** The whole name without spaces. A word that is not a substring of it cannot be in the name. */
  squeezed: string
  /** Neighbouring words joined: a bank writes `OLU SEGUN` for `Olusegun`. */
  joined: Set<string>
  /** Words that may be several words run together. */
  long: string[]
  /** The last word, if it may have been cut off. */
  cut: string | null
  isCompany: boolean
  /** The whole name without spaces or company suffixes. */
  core: string
}

const maxWords = 40
const longWord = 6
const shortestWord = 3
/** A payer's word is at most this many typed words run together. */
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

/** How many letters of a run-together word must match the name before others can follow. */
const enoughLetters = 8

/** The typed words found in a run-together word, longest first, using each letter once. */
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
 * `OKAFORADACHIOMA` runs Okafor and Chioma together with another name. But `ADAOBIOMA` may be Ada
 * Obioma, not Ada Obi: if letters are left over, only a longer name counts.
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

/** Whether a typed word consists of the payer's words run together, in any order. */
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
 * Whether one word becomes the other by adding or removing a letter, changing a vowel, or swapping
 * two letters. A different consonant makes a different name: Ifeoma is not Ijeoma.
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

/** `Tolu`, `Seun` and `Bimbo` stand for `TOLULOPE`, `OLUWASEUN` and `ABIMBOLA`, which are made of parts. */
const isShort = (typed: string, word: string): boolean =>
  word.length >= typed.length + 2 &&
  ((typed.length >= shortestWord && word.startsWith(typed)) ||
    (typed.length >= shortestPart && word.includes(typed)))

/** Whether the payer has a trace of the word: misspelt, shortened or cut off. */
const isHinted = (word: string, { tokens, cut }: PayerName): boolean =>
  [...tokens].some(
    (token) =>
      isNear(word, token) ||
      isShort(word, token) ||
      (token === cut && token.length >= shortestWord && word.startsWith(token)),
  )

/**
 * A company's name is compared as a whole, without spaces. Only its company suffixes can be missing
 * or cut off.
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

/** Whether the customer typed both names as one word: it counts as two if the payer has at least two. */
const isBoth = ([word = '', ...others]: string[], { tokens, squeezed, cut }: PayerName) =>
  others.length === 0 &&
  word.length >= shortestBoth &&
  tokens.size > 1 &&
  !tokens.has(word) &&
  (cut === null || squeezed.length >= shortestBoth)

type NameFit = {
  /** At least two words match, or a company's whole name, and nothing contradicts it. */
  two: boolean
  /**
   * Set if all typed words match but only this one counts as a match: it must then be a word that
   * no other name has.
   */
  one: string | null
}

const none: NameFit = { two: false, one: null }

/**
 * What a typed name and a payer have in common.
 *
 * @param counts whether a word counts; words of the shop's own name do not
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
  // An initial counts as a word: the names belong to different people if the payer has other words
  // and none begins with it.
  const isOther = typed.initials.some(
    (initial) => spare.length > 0 && !spare.some((token) => token.startsWith(initial)),
  )
  if (isOther) return none
  const count = whole.length + (isBoth(typed.words, payer) ? 1 : 0)
  const isHintedOnly = typed.words.length > there.length && missing === 0
  const two = count >= 2 ? missing <= count - 2 || spare.length === 0 : count === 1 && isHintedOnly
  return { two, one: whole.length === 1 && missing === 0 ? (whole[0] ?? null) : null }
}

/** Whether the payer's name contains any of the words that have at least three letters. */
export const hasOneWord = (typed: TypedName, payer: PayerName): boolean =>
  typed.words.some(
    (word) => word.length >= shortestWord && !isSuffix(word) && isIn(word, typed, payer),
  )
