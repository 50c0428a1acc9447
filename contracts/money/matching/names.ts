import type { PayerPart } from './payer.ts'
import { isCompany, isOfCompanies, isSuffix, type TypedName, withoutSuffixes } from './words.ts'

/** The payer of a line, ready to be compared with many names. */
export type PayerName = {
  tokens: Set<string>
  /** All of it in one piece: a name whose letters are not in here in a row is not in it at all. */
  squeezed: string
  /** Neighbouring words in one piece: a bank writes `OLU SEGUN` for `Olusegun`. */
  joined: Set<string>
  /** Words that may be several run together. */
  long: string[]
  /** The last word, if it may be the beginning of one. */
  cut: string | null
  isCompany: boolean
  /** All of it in one piece, without the words that make it a company's. */
  core: string
}

const maxWords = 40
const longWord = 6
const shortestWord = 3
/** A typed word is at most this many words run together. */
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

/** Letters of a run-together word that must be the name's before any others may follow. */
const enoughLetters = 8

/** The typed words that a run-together word has, longest first, no letter used twice. */
const takenOut = (token: string, typed: string[]): string[] => {
  let left = token
  return typed
    .toSorted((one, other) => other.length - one.length)
    .filter((word) => {
      const at = left.indexOf(word)
      if (at < 0) return false
      left = `${left.slice(0, at)} ${left.slice(at + word.length)}`
      return true
    })
}

/**
 * `OKAFORADACHIOMA` has Okafor and Chioma run together with another name. Ada and Obi are not in
 * `ADAOBIOMA`, which may be Ada Obioma: with letters left over, only a name of some length counts.
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

/** Whether a typed word is payer's words run together, in any order. */
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
 * Whether a letter more or less, another vowel, or two that changed places make one of the other.
 * Another consonant makes another name: Ifeoma is not Ijeoma.
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

/** Whether the payer has something of the word: misspelt, in short, or cut off. */
const isHinted = (word: string, { tokens, cut }: PayerName): boolean =>
  [...tokens].some(
    (token) =>
      isNear(word, token) ||
      isShort(word, token) ||
      (token === cut && token.length >= shortestWord && word.startsWith(token)),
  )

/**
 * A company's name is compared as a whole, in one piece. Only the words that make it a company
 * may be left out of it, or cut off.
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

/** Both names in one piece, where the payer's are two words. */
const isBoth = ([word = '', ...others]: string[], { tokens, squeezed, cut }: PayerName) =>
  others.length === 0 &&
  word.length >= shortestBoth &&
  tokens.size > 1 &&
  !tokens.has(word) &&
  (cut === null || squeezed.length >= shortestBoth)

export type NameFit = {
  /** Two words are there at least, or a company's whole name, and nothing speaks against it. */
  two: boolean
  /** All typed words are there, though only one counts: it must be one that nobody else has. */
  one: string | null
}

const none: NameFit = { two: false, one: null }

/**
 * What a typed name and a payer have in common.
 *
 * @param counts whether a word counts: the shop's own do not
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
  // An initial is a word of its own: it belongs to another name if the payer has names and none
  // that begins with it.
  const isOther = typed.initials.some(
    (initial) => spare.length > 0 && !spare.some((token) => token.startsWith(initial)),
  )
  if (isOther) return none
  const count = whole.length + (isBoth(typed.words, payer) ? 1 : 0)
  const isHintedOnly = typed.words.length > there.length && missing === 0
  const two = count >= 2 ? missing <= count - 2 || spare.length === 0 : count === 1 && isHintedOnly
  return { two, one: whole.length === 1 && missing === 0 ? (whole[0] ?? null) : null }
}

/** Whether one of the words, of three letters at least, is in the payer's name. */
export const hasOneWord = (typed: TypedName, payer: PayerName): boolean =>
  typed.words.some(
    (word) => word.length >= shortestWord && !isSuffix(word) && isIn(word, typed, payer),
  )
