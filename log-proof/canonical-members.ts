/** The members of an object in canonical order: their names, and what is written before each value. */
export type CanonicalMembers = { names: string[]; prefixes: string[] }

type Known = CanonicalMembers & { given: string[] }

const known = new Map<string, Known[]>()
const mostFirstNames = 256
const mostOfFirstName = 8
const longestName = 64
const mostNames = 64

/**
 * The names of an object's members in canonical order. Every event passes here, and events have few
 * different lists of names: those that come first are kept, by their first name, so that no list
 * is sorted and quoted for each event.
 */
export const canonicalMembers = (
  given: string[],
  quote: (name: string) => string,
): CanonicalMembers => {
  const first = given[0] ?? ''
  const candidates = known.get(first) ?? []
  for (const candidate of candidates) if (isSame(candidate.given, given)) return candidate
  // Without a comparison, `toSorted` compares UTF-16 code units: just what the RFC asks for.
  const names = given.toSorted()
  const prefixes = names.map((name, index) => `${index === 0 ? '' : ','}${quote(name)}:`)
  const isShort = given.length <= mostNames && given.every(({ length }) => length <= longestName)
  const hasRoom = known.has(first) || known.size < mostFirstNames
  if (isShort && hasRoom && candidates.length < mostOfFirstName)
    known.set(first, [...candidates, { given, names, prefixes }])
  return { names, prefixes }
}

const isSame = (one: string[], other: string[]): boolean => {
  if (one.length !== other.length) return false
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false
  return true
}
