const popular = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'live.com',
  'ymail.com',
  'mail.com',
  'yahoo.co.uk',
]

/**
 * If the typed address's domain looks like a misspelled popular domain, the corrected address;
 * otherwise null.
 */
export const suggestedEmail = (typed: string): string | null => {
  const [name, domain, ...others] = typed.trim().split('@')
  const written = domain?.toLowerCase()
  if (!name || !written || others.length > 0 || popular.includes(written)) return null
  const meant = popular.find((other) => other[0] === written[0] && isNearly(written, other))
  return meant ? `${name}@${meant}` : null
}

/** Whether two texts are equal but for one stretch of at most two letters. */
const isNearly = (one: string, other: string): boolean => {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return Math.max(one.length, other.length) - start - end <= 2
}
