import { foldLetters } from '../../folding.ts'

/** The words of names and narrations, in the form in which they are compared. */

/** The length of a stored narration (decision 204); further characters are not read. */
export const maxNarrationLength = 500
const maxNameLength = 200
const maxNameWords = 10

/** Folds letters to plain capitals; digits and all other characters stay. */
export const plainCapitals = (text: string, maximum = maxNarrationLength): string =>
  foldLetters(text.slice(0, maximum))
    .toUpperCase()
    .slice(0, 2 * maximum)

/** The runs of letters and digits in a text of plain capitals. */
export const wordsOf = (capitals: string): string[] => capitals.match(/[\p{L}\p{N}]+/gu) ?? []

const setOf = (words: string) => new Set(words.split(' '))

/** Titles, which people write before their name but banks do not. */
const titles = setOf(
  'MR MRS MS MISS MASTER MADAM DR DOCTOR PROF PROFESSOR ENGR ENGINEER BARR BARRISTER CHIEF OTUNBA ALHAJI ALH ALHAJA ' +
    'HAJIA HAJIYA MALLAM MALAM REV REVD PST PASTOR EVANG EVANGELIST BISHOP APOSTLE DEACON DEACONESS SIR LADY DAME ' +
    'HON COMRADE NURSE SISTER BROTHER SIS BRO AUNTY',
)

/**
 * Words that mark a company. They are not part of its name, and people sometimes leave them out.
 */
const companySuffixes = setOf(
  'LTD LIMITED PLC LLC INC CO COMPANY NIG NIGERIA VENTURE VENTURES ENTERPRISE ENTERPRISES ENT ENTS INTL ' +
    'INTERNATIONAL GROUP HOLDINGS',
)
/** Kinds of business, which are never a person's name. */
const trades = setOf(
  'AND SONS BY GLOBAL RESOURCES CONCEPT CONCEPTS SERVICES SERVICE STORE STORES SHOP SUPERMARKET MART MARKET TRADING ' +
    'TRADERS MERCHANTS INVESTMENT INVESTMENTS LOGISTICS FASHION FASHIONS FABRICS COUTURE CLOTHING TEXTILES BOUTIQUE ' +
    'COLLECTION COLLECTIONS WARDROBE LUXURY HAIR HAIRS BEAUTY COSMETICS GLAM SALON SPA STUDIO STUDIOS MAKEOVER ' +
    'SIGNATURE EMPIRE WORLD PLACE HUB HOUSE CENTRE CENTER INTEGRATED MULTI MULTIBIZ TECHNOLOGIES TECH SOLUTIONS ' +
    'PHARMACY HOSPITAL CLINIC SCHOOL SCHOOLS ACADEMY CHURCH MINISTRY MINISTRIES FOUNDATION FARMS FOODS KITCHEN ' +
    'CATERING RESTAURANT BAKERY EVENTS TRAVELS TOURS MOTORS ELECTRICAL ELECTRONICS FURNITURE INTERIORS PROPERTIES ' +
    'CONSTRUCTION ENGINEERING CONSULT CONSULTING COMMUNICATIONS PRINTS PRESS MEDIA',
)

const companyWords = [...companySuffixes, ...trades]
/** Company suffixes that a bank writes without a space. */
const inOnePiece = /(?:LTD|LIMITED|ENTERPRISES?|VENTURES?|COMPANY)$/

export const isSuffix = (word: string): boolean => companySuffixes.has(word)

export const isCompany = (words: string[]): boolean =>
  (words.length > 1 && words.some((word) => companySuffixes.has(word) || trades.has(word))) ||
  inOnePiece.test(words.at(-1) ?? '')

/**
 * Whether a text consists only of company suffixes, run together.
 *
 * @param isCut whether the last one may be cut off
 */
export const isOfCompanies = (text: string, isCut: boolean): boolean =>
  text === '' ||
  companyWords.some(
    (word) =>
      (text.startsWith(word) && isOfCompanies(text.slice(word.length), isCut)) ||
      (isCut && word.startsWith(text)),
  )

export const withoutSuffixes = (words: string[], isCut: boolean): string[] => {
  const isLeftOut = (word: string, at: number) =>
    isSuffix(word) ||
    (isCut &&
      at === words.length - 1 &&
      word.length > 1 &&
      [...companySuffixes].some((suffix) => suffix.startsWith(word)))
  return words.slice(0, words.findLastIndex((word, at) => !isLeftOut(word, at)) + 1)
}

/** A name as a customer typed it, split into words and initials. */
export type TypedName = {
  words: string[]
  initials: string[]
  isCompany: boolean
  /** The whole name without spaces and company suffixes. */
  squeezed: string
}

export const typedNameOf = (typed: string): TypedName => {
  const all = wordsOf(plainCapitals(typed, maxNameLength))
    .filter((word) => !titles.has(word) && !/^\p{N}+$/u.test(word))
    .slice(0, maxNameWords)
  return {
    words: [...new Set(all.filter((word) => word.length > 1))],
    initials: [...new Set(all.filter((word) => word.length === 1))],
    isCompany: isCompany(all),
    squeezed: withoutSuffixes(all, false).join(''),
  }
}
