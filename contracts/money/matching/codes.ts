import { referencesIn } from '../references.ts'
import { plainCapitals } from './words.ts'

/**
 * Letters and digits that readers of pictures and people confuse become one. Payment codes have
 * none of them, so no two codes become the same; two order ids that do are both named, and then
 * neither is matched by itself.
 */
const folded: Record<string, string> = { O: '0', I: '1', L: '1', S: '5', B: '8', Z: '2' }

/** Letters and digits alone, without what separates them: the form in which codes are compared. */
export const foldCode = (text: string, maximum?: number): string =>
  plainCapitals(text, maximum)
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[OILSBZ]/g, (letter) => folded[letter] ?? letter)

const shortestCode = 6
const maxCodeLength = 32

/** The orders that each code names, as places in the list of orders. */
export type CodeIndex = {
  orders: Map<string, Set<number>>
  lengths: number[]
  /** The first characters of the codes: a code can begin only at one of them. */
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

/** What may name an order in a line, as `foldCode` gives it: its narration, and each of its references. */
export const foldedTexts = (line: { narration: string; reference: string }): string[] =>
  [line.narration, ...referencesIn(line.reference)].map((text) => foldCode(text))

/**
 * The orders whose code is anywhere in a text, whatever stands around it.
 *
 * @param folded the text, as `foldCode` gives it
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

/** A bank's reference or session id in the form that is compared; null when it says too little. */
export const plainReference = (text: string): string | null => {
  const plain = foldCode(text, maxReferenceLength)
  const digits = text.slice(0, maxReferenceLength).replace(/\D/g, '').length
  return plain.length >= shortestReference && digits >= fewestDigits ? plain : null
}

/** What a proof says, in the form in which lines' references are compared with it. */
export const referencesOfProof = (proof: {
  reference: string | null
  sessionId: string | null
}): string[] => {
  const plain = [proof.reference, proof.sessionId].map((text) => plainReference(text ?? ''))
  return [...new Set(plain)].filter((reference) => reference !== null)
}

const longWords = /[A-Z0-9]{12,64}/g

/** The line's references, and what may be a session id in its narration. */
export const referencesOf = (line: { reference: string; narration: string }): Set<string> => {
  const inNarration = plainCapitals(line.narration).match(longWords) ?? []
  const all = [...referencesIn(line.reference), ...inNarration].map(plainReference)
  return new Set(all.filter((reference) => reference !== null))
}
