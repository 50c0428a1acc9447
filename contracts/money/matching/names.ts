import type { TypedName } from './words.ts'

/** The payer of a line, ready to be compared with many names. */
export type PayerName = {
  tokens: Set<string>
  /** All of it in one piece: a name whose letters are not in here in a row is not in it at all. */
  squeezed: string
  /** Neighbouring words in one piece: a bank writes `OLU SEGUN` for `Olusegun`. */
  joined: Set<string>
  /** Words that may be several run together. */
  long: string[]
  last: string
  /** Its characters, with one between the words. */
  length: number
}

const maximumWords = 40
const longWord = 6
const shortestWord = 3
/** A typed word is at most so many words run together. */
const most = 4
/** Banks cut names after 20 to 30 characters. */
const shortestCut = 19

export const payerNameOf = (words: string[]): PayerName => {
  const tokens = words.slice(0, maximumWords)
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
    last: tokens.at(-1) ?? '',
    length: tokens.join(' ').length,
  }
}

/** Letters of a run-together word that must be the name's before any others may follow. */
const enoughLetters = 8

/** Takes typed words off the front of a run-together word as long as one fits. */
const takenOff = (token: string, typed: string[]): { words: Set<string>; rest: number } => {
  const words = new Set<string>()
  const longestFirst = typed.toSorted((one, other) => other.length - one.length)
  let at = 0
  for (let found = true; found; ) {
    const next = longestFirst.find((word) => !words.has(word) && token.startsWith(word, at))
    found = next !== undefined
    if (next === undefined) break
    words.add(next)
    at += next.length
  }
  return { words, rest: token.length - at }
}

/**
 * `OKAFORCHIOMAA` has Okafor and Chioma run together. Ada and Obi are not in `ADAOBIOMA`, which may
 * be Ada Obioma: with letters left over, only a name of some length counts.
 */
const isRunTogether = (word: string, { words }: TypedName, long: string[]): boolean =>
  long.some((token) => {
    if (!token.includes(word)) return false
    const taken = takenOff(token, words)
    if (taken.words.size < 2 || !taken.words.has(word)) return false
    return taken.rest <= 1 || token.length - taken.rest >= enoughLetters
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

/** The end of a long name may be cut off: `ADEYEMI OLUWASEUN TEMI` is Temitope's. */
const isCut = (word: string, { last, length }: PayerName): boolean =>
  length >= shortestCut && last.length > 1 && word.startsWith(last)

/** Of a name that was cut off, two words must be there in full. */
const fewestWhole = 2

/**
 * Whether every word that the customer typed is in the payer's name, in any order. An initial is in
 * it when one of the payer's words begins with it.
 */
export const hasAllWords = (typed: TypedName, payer: PayerName): boolean => {
  const { words, initials } = typed
  if (!words.some(({ length }) => length >= shortestWord)) return false
  const missing = words.filter((word) => !isIn(word, typed, payer))
  const isThere =
    missing.length === 0 ||
    (missing.length === 1 &&
      words.length > fewestWhole &&
      missing.every((word) => isCut(word, payer)))
  return (
    isThere &&
    initials.every((initial) => [...payer.tokens].some((token) => token.startsWith(initial)))
  )
}

/** Whether one of the words, of three letters at least, is in the payer's name. */
export const hasOneWord = (typed: TypedName, payer: PayerName): boolean =>
  typed.words.some((word) => word.length >= shortestWord && isIn(word, typed, payer))
