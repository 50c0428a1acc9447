import { fold, foldLetters } from '@strand/contracts/folding'

/**
 * Each character of a text in the form in which it is searched: without accents, and with `ß` as
 * two letters.
 */
const foldedCharacters = (text: string): string[] =>
  [...text].map((character) => foldLetters(character).replace('-', ''))

/**
 * Splits a text into parts that match a search and parts that do not. Text and search are compared
 * in the same form as in the search itself.
 */
export const highlightParts = (
  text: string,
  search: string,
): { part: string; isMatch: boolean }[] => {
  const wanted = fold(search)
  if (wanted === '') return [{ part: text, isMatch: false }]
  const characters = [...text]
  const pieces = foldedCharacters(text)
  // For each letter of the folded text, the index of the original character.
  const places = pieces.flatMap((piece, place) => Array.from(piece, () => place))
  const folded = pieces.join('')
  const parts: { part: string; isMatch: boolean }[] = []
  const add = (from: number, to: number, isMatch: boolean) => {
    if (to > from) parts.push({ part: characters.slice(from, to).join(''), isMatch })
  }
  let from = 0
  let next = 0
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, next)) {
    next = at + wanted.length
    const [start, end] = [places[at] ?? 0, places[next] ?? characters.length]
    add(from, start, false)
    add(Math.max(from, start), end, true)
    from = end
  }
  add(from, characters.length, false)
  return parts
}
