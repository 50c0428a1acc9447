import { foldLetters } from '@strand/contracts/folding'

/** The words of a text, in lower case, without accents and punctuation. */
export const wordsOf = (text: string): string[] => foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * How many typos are allowed. Short words must match exactly, because they differ too little from
 * each other; so must numbers, which are usually sizes.
 */
const typosAllowed = (typed: string): number => {
  if (typed.length < 4 || /\d/.test(typed)) return 0
  return typed.length < 7 ? 1 : 2
}

/**
 * The smallest number of typos that explains `typed` as the beginning of `word`. A typo is an
 * extra, missing, wrong or swapped letter (optimal string alignment distance).
 */
const typosIn = (typed: string, word: string): number => {
  let last: number[] = []
  let row = Array.from({ length: word.length + 1 }, (_, length) => length)
  for (let i = 1; i <= typed.length; i++) {
    const next = [i]
    for (let j = 1; j <= word.length; j++) {
      const at = (of: number[], index: number) => of[index] ?? Number.POSITIVE_INFINITY
      const other = typed[i - 1] === word[j - 1] ? 0 : 1
      const isSwapped = typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]
      next.push(
        Math.min(
          at(row, j) + 1,
          at(next, j - 1) + 1,
          at(row, j - 1) + other,
          isSwapped ? at(last, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    last = row
    row = next
  }
  return Math.min(...row)
}

/**
 * The smallest number of typos with which the search matches the words; infinite if it does not
 * match. `may` says whether a match may begin inside a word.
 */
export const typosFor = (
  wanted: string[],
  words: string[],
  may: 'stand inside' | 'begin' = 'stand inside',
): number => {
  // `clipins` finds `clip-ins`.
  const joined = words.join('')
  const typos = wanted.map((typed) => {
    if (may === 'begin' ? joined.startsWith(typed) : joined.includes(typed)) return 0
    const fewest = Math.min(...words.map((word) => typosIn(typed, word)))
    return fewest <= typosAllowed(typed) ? fewest : Number.POSITIVE_INFINITY
  })
  return typos.reduce((sum, count) => sum + count, 0)
}

/** The things with the fewest typos. If there are exact matches, only these. */
export const nearest = <Thing>(things: { thing: Thing; typos: number }[]): Thing[] => {
  const fewest = Math.min(...things.map(({ typos }) => typos))
  if (fewest === Number.POSITIVE_INFINITY) return []
  return things.filter(({ typos }) => typos === fewest).map(({ thing }) => thing)
}
