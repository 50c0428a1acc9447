/**
 * Folds texts for comparison. Search, column filters, the user list and the matching of payers'
 * names fold both texts before they compare them. In the database, the SQL function `public.folded`
 * does the same; a property test compares the two (`query-api/folded.int.test.ts`).
 */

/** Letters that Unicode does not decompose into a plain letter and an accent. */
const plainLetters: Record<string, string> = {
  ɓ: 'b',
  ɖ: 'd',
  ɗ: 'd',
  ð: 'd',
  đ: 'd',
  ǝ: 'e',
  ə: 'e',
  ɛ: 'e',
  ɣ: 'g',
  ħ: 'h',
  ı: 'i',
  ƙ: 'k',
  ł: 'l',
  ɲ: 'n',
  ŋ: 'n',
  ø: 'o',
  ɔ: 'o',
  ς: 'σ',
  ƴ: 'y',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}
const isSpecial = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/** Apostrophes that phones and computers type (' ’ ‘ ʼ ʻ ʽ ʹ ˈ ′), and accents that stand alone. */
const acuteAlone = /´/g
const apostrophes = /['`‘’‛ʹʻʼʽˈ′]/g
const unseen =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is removed individually
  /[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u00ad\u034f\u061c\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]/g
const hyphens = /[\u2010-\u2015\u2212-]/g
const blanks = /[\t-\r \u0085\u1680\u2028\u2029]+/g

/**
 * Lowercases a text and removes accents, apostrophes and invisible characters: `Ọláyínká`,
 * `Ma’aruf`, `Ɗanladi` and `Łucja` become `olayinka`, `maaruf`, `danladi` and `lucja`. Every hyphen
 * or dash becomes `-`.
 */
export const foldLetters = (text: string): string =>
  text
    .replace(acuteAlone, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(unseen, '')
    .replace(apostrophes, '')
    .replace(isSpecial, (letter) => plainLetters[letter] ?? letter)
    .replace(hyphens, '-')

/**
 * Folds a text for comparison: like `foldLetters`, but also joins hyphenated words (`Ade-Bayo`
 * becomes `adebayo`) and collapses white space.
 */
export const fold = (text: string): string =>
  foldLetters(text).replaceAll('-', '').replace(blanks, ' ').trim()
