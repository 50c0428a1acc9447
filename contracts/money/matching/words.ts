import { foldLetters } from '../../folding.ts'

/** The words of names and narrations, in the form in which they are compared. */

/** As long as a narration is stored (decision 204); what stands behind it is not read. */
export const maximumNarration = 500
const maximumName = 200
const maximumNameWords = 10

/** Folded letters as capitals. What is neither a letter nor a digit stays as it is. */
export const plainCapitals = (text: string, maximum = maximumNarration): string =>
  foldLetters(text.slice(0, maximum))
    .toUpperCase()
    .slice(0, 2 * maximum)

/** The runs of letters and digits of a text in plain capitals. */
export const wordsOf = (capitals: string): string[] => capitals.match(/[\p{L}\p{N}]+/gu) ?? []

/** What people write before their name, and no bank does. */
const titles = new Set(
  'MR MRS MS MISS MASTER DR PROF ENGR BARR CHIEF ALHAJI ALH ALHAJA HAJIA MALLAM REV PST PASTOR'.split(
    ' ',
  ),
)

/** A name as a customer typed it: its words, and the single letters that stand for names. */
export type TypedName = { words: string[]; initials: string[] }

export const typedNameOf = (typed: string): TypedName => {
  const all = wordsOf(plainCapitals(typed, maximumName))
    .filter((word) => !titles.has(word) && !/^\p{N}+$/u.test(word))
    .slice(0, maximumNameWords)
  return {
    words: [...new Set(all.filter((word) => word.length > 1))],
    initials: [...new Set(all.filter((word) => word.length === 1))],
  }
}
