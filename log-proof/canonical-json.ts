import type { Json } from '@strand/event-sourcing/event-store/event-store'

/**
 * JSON text by RFC 8785 (JSON Canonicalization Scheme): names sorted by their UTF-16 code units, no
 * white space, numbers and strings as ECMAScript writes them. Equal values have equal texts,
 * whatever store or parser they came through. Throws a TypeError for values without such a text: a
 * lone surrogate, and a number that is not finite.
 */
export const canonicalJson = (value: Json): string => {
  if (typeof value === 'string') return canonicalString(value)
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`${value} has no canonical JSON`)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  // Without a comparison, `toSorted` compares UTF-16 code units: just what the RFC asks for.
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${canonicalString(name)}:${canonicalJson(value[name] ?? null)}`)
  return `{${members.join(',')}}`
}

const canonicalString = (text: string): string => {
  if (!text.isWellFormed()) throw new TypeError('A lone surrogate has no canonical JSON')
  return JSON.stringify(text)
}
