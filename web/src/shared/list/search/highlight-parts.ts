/** Splits a text at the matches of a search, ignoring case. */
export const highlightParts = (
  text: string,
  search: string,
): { part: string; isMatch: boolean }[] => {
  const wanted = search.trim().toLowerCase()
  const parts: { part: string; isMatch: boolean }[] = []
  const lower = text.toLowerCase()
  // A letter whose lower case is longer than itself would shift everything after it.
  if (wanted === '' || lower.length !== text.length) return [{ part: text, isMatch: false }]
  let from = 0
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    if (at > from) parts.push({ part: text.slice(from, at), isMatch: false })
    parts.push({ part: text.slice(at, at + wanted.length), isMatch: true })
    from = at + wanted.length
  }
  if (from < text.length) parts.push({ part: text.slice(from), isMatch: false })
  return parts
}
