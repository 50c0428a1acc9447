import type { Json } from '@strand/event-sourcing/event-store/event-store'

/**
 * JSON text according to RFC 8785 (JSON Canonicalization Scheme): names are sorted by their UTF-16
 * code units, there is no white space, and numbers and strings are written as in ECMAScript. Equal
 * values have equal texts, whichever store or parser they came through. Throws a TypeError for
 * values without such a text: lone surrogates, and numbers that are not finite.
 */
export const canonicalJson = (value: Json): string => {
  if (typeof value === 'string') return canonicalString(value)
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`${value} has no canonical JSON`)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  // Without a comparator, `toSorted` compares UTF-16 code units, just as the RFC requires.
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${canonicalString(name)}:${canonicalJson(value[name] ?? null)}`)
  return `{${members.join(',')}}`
}

const canonicalString = (text: string): string => {
  if (!text.isWellFormed()) throw new TypeError('A lone surrogate has no canonical JSON')
  return JSON.stringify(text)
}
