import { plainReference as tellingReference } from '@strand/contracts/money/matching/codes'
import { payerPart } from '@strand/contracts/money/matching/payer'
import { plainCapitals, wordsOf } from '@strand/contracts/money/matching/words'
import { referencesIn } from '@strand/contracts/money/references'

/** What a file says about a line, apart from its account, day and amount. */
export type SaidOfLine = {
  reference: string
  payer: string
  narration: string
  balanceKobo: number | null
}

/** What a file says about a line, in a form that can be compared; empty where it says nothing. */
export type Signs = {
  /** Session ids; no two transfers share one, even across banks. */
  sessions: string[]
  reference: string
  /** Further references. They may belong to a whole batch, so they do not distinguish its lines. */
  otherReferences: string[]
  /** Whether the reference is so distinctive that no other line would have it by chance. */
  isTelling: boolean
  payer: string[]
  /** `14:05`, if the narration has exactly one time of day. */
  time: string
  narration: string
  /** Payer and narration, without spaces between words. */
  text: string
  edges: Set<number>
  balanceKobo: number | null
}

const lettersAndDigits = (text: string) => wordsOf(plainCapitals(text)).join('')

const edgesOf = (words: string[]): Set<number> => {
  let end = 0
  return new Set([0, ...words.map(({ length }) => (end += length))])
}

const noReference = /^(NONREF|NOREF|NOTPROVIDED|NONE|NIL|NULL|NA)$/

const plainReference = (reference: string) => {
  // Spreadsheets drop the leading zeros of a number.
  const plain = lettersAndDigits(reference).replace(/^0+/, '')
  return noReference.test(plain) ? '' : plain
}

const timesOfDay = /(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?!\d)/g

const timeIn = (narration: string) => {
  const found = [...narration.matchAll(timesOfDay)]
  const times = new Set(found.map(([, hour = '', minute = '']) => `${Number(hour)}:${minute}`))
  return times.size === 1 ? [...times].join('') : ''
}

const shortestName = 3

/** @param isRepeated whether lines with another day or amount have the same reference */
export const signsOf = (
  { reference, payer, narration, balanceKobo }: SaidOfLine,
  isRepeated = false,
): Signs => {
  const words = wordsOf(plainCapitals(`${payer} ${narration}`))
  const [own = '', ...others] = referencesIn(reference).map(plainReference)
  return {
    sessions: `${reference} ${narration}`.match(/(?<!\d)\d{30}(?!\d)/g) ?? [],
    reference: own,
    otherReferences: others.filter((one) => one !== ''),
    isTelling: !isRepeated && tellingReference(own) !== null,
    payer: payerPart({ payer, narration }, []).words.filter(({ length }) => length >= shortestName),
    time: timeIn(narration),
    narration: lettersAndDigits(narration),
    text: words.join(''),
    edges: edgesOf(words),
    balanceKobo,
  }
}

/**
 * `same`: both files have this line. `perhaps`: both may have it, but nothing proves this. `other`:
 * these are two different lines.
 */
export type Verdict = 'same' | 'perhaps' | 'other'

/**
 * Compares two lines of the same account, day and amount from two files. If only one file gives a
 * detail, or if a text or reference was cut off, that does not make the lines different. Decision
 * 290.
 */
export const compareLines = (one: Signs, other: Signs): Verdict => {
  if (isDifferent(one, other)) return 'other'
  if (shareSession(one, other)) return 'same'
  const isBalanceEqual = one.balanceKobo !== null && one.balanceKobo === other.balanceKobo
  if (shareTellingReference(one, other) || (isBalanceEqual && isReferenceEqual(one, other)))
    return 'same'
  if (!isAlike(one, other)) return 'other'
  return isBalanceEqual ? 'same' : 'perhaps'
}

const isDifferent = (one: Signs, other: Signs): boolean => {
  const [balance, otherBalance] = [one.balanceKobo, other.balanceKobo]
  if (balance !== null && otherBalance !== null && balance !== otherBalance) return true
  if (one.time !== '' && other.time !== '' && one.time !== other.time) return true
  if (!shareSession(one, other)) {
    if (one.sessions.length > 0 && other.sessions.length > 0) return true
    if (differInReference(one, other)) return true
  }
  // A bank may leave out a word, so payers differ only if each has a word that the other lacks.
  return lacksPayerOf(one, other) && lacksPayerOf(other, one)
}

const shareSession = (one: Signs, other: Signs) =>
  one.sessions.some((session) => other.sessions.includes(session))

const lacksPayerOf = (one: Signs, { payer }: Pick<Signs, 'payer'>) =>
  payer.some((word) => !hasWord(one, word))

/**
 * Whether the text has a word. Other letters may be joined to the word on one side, but not on
 * both: `OBI` is not a word in `MOBILE`.
 */
const hasWord = ({ text, edges }: Signs, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (edges.has(at) || edges.has(at + word.length)) return true
  return false
}

const isReferenceEqual = (one: Signs, other: Signs) =>
  one.reference !== '' && one.reference === other.reference

/** Whether a reference in one file is also in the other, perhaps as part of the narration. */
const shareTellingReference = (one: Signs, other: Signs) =>
  (one.isTelling && other.isTelling && isReferenceEqual(one, other)) ||
  (one.isTelling && other.narration.includes(one.reference)) ||
  (other.isTelling && one.narration.includes(other.reference))

/**
 * If one reference begins with another of at least this length, the shorter one may have been cut
 * off. MT940, for example, has room for only 16 characters.
 */
const shortestCut = 8

const differInReference = (one: Signs, other: Signs) => {
  if (one.reference === '' || other.reference === '') return false
  if (isReferenceEqual(one, other) || shareTellingReference(one, other)) return false
  if (one.otherReferences.includes(other.reference)) return false
  if (other.otherReferences.includes(one.reference)) return false
  const [short = '', long = ''] = [one.reference, other.reference].toSorted(
    (a, b) => a.length - b.length,
  )
  return !(short.length >= shortestCut && long.startsWith(short))
}

/**
 * Two narrations are alike if they begin with the same letters and digits: this many, or all of the
 * shorter narration if it has fewer.
 */
const comparedLength = 20
const fewestNames = 2

const isAlike = (one: Signs, other: Signs): boolean => {
  const [short = '', long = ''] = [one.narration, other.narration].toSorted(
    (a, b) => a.length - b.length,
  )
  // One of the lines has no text, so nothing shows a difference.
  if (one.text === '' || other.text === '') return true
  if (short !== '' && long.startsWith(short.slice(0, comparedLength))) return true
  return nameSamePayer(one, other) || nameSamePayer(other, one)
}

const nameSamePayer = ({ payer }: Signs, other: Signs) =>
  payer.length >= fewestNames && !lacksPayerOf(other, { payer })
