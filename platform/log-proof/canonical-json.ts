import type { Json } from '../event-store/event-store.ts'

/**
 * JSON text by RFC 8785 (JSON Canonicalization Scheme): names sorted by their UTF-16 code units, no
 * white space, numbers and strings as ECMAScript writes them. Equal values have equal texts,
 * whatever store or parser they came through. Throws a TypeError for what has no such text: a lone
 * surrogate, and a number that is not finite.
 */
export const canonicalJson = (value: Json): string => {
  if (typeof value === 'string') return canonicalString(value)
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`${value} has no canonical JSON`)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  let members = ''
  // Without a comparison, `sort` compares UTF-16 code units: just what the RFC asks for.
  for (const name of Object.keys(value).sort())
    members += `${members && ','}${canonicalName(name)}:${canonicalJson(value[name] ?? null)}`
  return `{${members}}`
}

/** What is written as it is, between quotation marks: most texts of an event. */
const plain = /^[ !#-[\]-~]*$/

const canonicalString = (text: string): string => {
  if (plain.test(text)) return `"${text}"`
  if (!text.isWellFormed()) throw new TypeError('A lone surrogate has no canonical JSON')
  return JSON.stringify(text)
}

/** Events have few different names: of the first thousand short ones, the text is kept. */
const names = new Map<string, string>()
const mostNames = 1_000
const longestName = 64

const canonicalName = (name: string): string => {
  const known = names.get(name)
  if (known !== undefined) return known
  const text = canonicalString(name)
  if (names.size < mostNames && name.length <= longestName) names.set(name, text)
  return text
}
