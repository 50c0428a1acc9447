import { referencesIn } from '../references.ts'
import { plainCapitals } from './words.ts'

/**
 * Replaces letters with the digits that people and OCR confuse them with. Payment codes contain
 * none of these letters or digits, so two codes never become equal. If two order ids become equal,
 * a line names both orders and matches neither automatically.
 */
const folded: Record<string, string> = { O: '0', I: '1', L: '1', S: '5', B: '8', Z: '2' }

/** Keeps only letters and digits, for comparing codes. */
export const foldCode = (text: string, maximum?: number): string =>
  plainCapitals(text, maximum)
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[OILSBZ]/g, (letter) => folded[letter] ?? letter)

const shortestCode = 6
const maxCodeLength = 32

/** For each code, the orders that it names, by their index in the list of orders. */
export type CodeIndex = {
  orders: Map<string, Set<number>>
  lengths: number[]
  /** The first six characters of each code, to skip places where no code can begin. */
  beginnings: Set<string>
}

export const indexCodes = (codes: { order: number; code: string }[]): CodeIndex => {
  const orders = new Map<string, Set<number>>()
  const lengths = new Set<number>()
  const beginnings = new Set<string>()
  for (const { order, code } of codes) {
    const plain = foldCode(code)
    if (plain.length < shortestCode || plain.length > maxCodeLength) continue
    lengths.add(plain.length)
    beginnings.add(plain.slice(0, shortestCode))
    orders.set(plain, (orders.get(plain) ?? new Set()).add(order))
  }
  return { orders, lengths: [...lengths], beginnings }
}

/**
 * The texts in which a line can name an order: its narration and each reference, folded by
 * `foldCode`.
 */
export const foldedTexts = (line: { narration: string; reference: string }): string[] =>
  [line.narration, ...referencesIn(line.reference)].map((text) => foldCode(text))

/**
 * The orders whose code is anywhere in a text.
 *
 * @param folded the text, folded by `foldCode`
 */
export const ordersNamedIn = (folded: string, index: CodeIndex): Set<number> => {
  const named = new Set<number>()
  for (let at = 0; at + shortestCode <= folded.length; at++) {
    if (!index.beginnings.has(folded.slice(at, at + shortestCode))) continue
    for (const length of index.lengths) {
      if (at + length > folded.length) continue
      for (const order of index.orders.get(folded.slice(at, at + length)) ?? []) named.add(order)
    }
  }
  return named
}

const shortestReference = 8
const fewestDigits = 4
const maxReferenceLength = 64

/**
 * Folds a bank's reference or session id for comparison; null if it is too short to identify a
 * transfer.
 */
export const plainReference = (text: string): string | null => {
  const plain = foldCode(text, maxReferenceLength)
  const digits = text.slice(0, maxReferenceLength).replace(/\D/g, '').length
  return plain.length >= shortestReference && digits >= fewestDigits ? plain : null
}

/** The references of a proof, folded for comparison with those of lines. */
export const referencesOfProof = (proof: {
  reference: string | null
  sessionId: string | null
}): string[] => {
  const plain = [proof.reference, proof.sessionId].map((text) => plainReference(text ?? ''))
  return [...new Set(plain)].filter((reference) => reference !== null)
}

const longWords = /[A-Z0-9]{12,64}/g

/** The references of a line, and the words of its narration that may be session ids. */
export const referencesOf = (line: { reference: string; narration: string }): Set<string> => {
  const inNarration = plainCapitals(line.narration).match(longWords) ?? []
  const all = [...referencesIn(line.reference), ...inNarration].map(plainReference)
  return new Set(all.filter((reference) => reference !== null))
}
