import { parseAmount } from './amounts.ts'
import { currencyCode } from './currencies.ts'
import { parseDate } from './dates.ts'
import { tidy } from './text.ts'

/** Words that a cell may contain besides the balance, for its day, account or direction. */
const fillers = new Set(
  `january february march april may june july august september october november december
  jan feb mar apr jun jul aug sep sept oct nov dec st nd rd th as at on of for from to the last next
  previous page month day date period statement account acct ngn naira n b f c d bf cf bfwd cfwd fwd
  brought carried forward bal balance opening closing cr dr`.split(/\s+/),
)

/** Whether a cell holds nothing but a balance: the words for it, and perhaps its day and amount. */
export const isBalanceAlone = (cell: string, words: RegExp): boolean =>
  words.test(cell) &&
  [
    ...cell
      .toLowerCase()
      .replace(words, ' ')
      .matchAll(/\p{L}+/gu),
  ].every(([word]) => fillers.has(word))

const accountWords =
  /\b(?:account|acct|a\/c|nuban)\s*(?:number|numb|no|num|#)?\b\s*\.?\s*:?\s*(.*)$/i
const currencyWords = /\bcurrency\s*(?:code)?\s*:?\s*(.*)$/i
export const openingWords =
  /\b(?:(?:opening|start(?:ing)?|beginning|previous|initial) bal(?:ance)?|bal(?:ance)? (?:b\/?f(?:wd)?|brought forward|at (?:the )?(?:start|beginning)\b)|brought forward|opening$)/i
export const closingWords =
  /\b(?:(?:closing|end(?:ing)?|final) bal(?:ance)?|bal(?:ance)? (?:c\/?f(?:wd)?|carried forward|at (?:the )?end\b)|carried forward)/i

/**
 * A Nigerian account number (NUBAN) has ten digits. Words or a branch may follow it, as in
 * `0123456789 - (000/000000/0/00/0)`.
 */
const accountNumber = /^'?(\d{10})(?!\d)/

/**
 * Reads what the rows above a table say: the account, the currency, and the balance before the
 * lines.
 */
export const readPreamble = (rows: string[][]) => {
  const found = { account: '', currencies: [] as string[], openingKobo: null as number | null }
  for (const row of rows) {
    const cells = row.map(tidy).filter((cell) => cell !== '')
    for (const [at, cell] of cells.entries()) {
      /** The text after a label, in the same cell or in the next one. */
      const behind = (words: RegExp) => {
        const [, ...after] = words.exec(cell) ?? []
        if (after.length === 0) return ''
        return after.find((text) => text) || cells[at + 1] || ''
      }
      found.account ||= accountNumber.exec(behind(accountWords))?.[1] ?? ''
      const currency = currencyIn(behind(currencyWords))
      if (currency !== '') found.currencies.push(currency)
    }
    found.openingKobo ??= balanceBehind(cells, openingWords)
  }
  return found
}

const nairaWords = /(?:^|[\s(:])(?:ngn|naira|₦|566)(?![\w])/i
const otherWords =
  /\b(?:dollars?|pounds?|sterling|euros?|rands?|cedis?|francs?|yuan|yen|shillings?)\b/i

/** The currency in a text, as a code or in words; empty if there is none. */
const currencyIn = (text: string): string => {
  if (nairaWords.test(text) || currencyCode(text) === 'NGN') return 'NGN'
  const [code] = /^[a-z]{3}(?![a-z])/i.exec(text.trim()) ?? []
  return currencyCode(otherWords.exec(text)?.[0] ?? code ?? '')
}

/**
 * The amount after the words for a balance, in the same cell or a later one; null if there is none.
 */
export const balanceBehind = (cells: string[], words: RegExp): number | null => {
  const at = cells.findIndex((cell) => words.test(cell))
  const found = words.exec(cells[at] ?? '')
  if (!found) return null
  const tail = (cells[at] ?? '')
    .slice(found.index + found[0].length)
    .replace(/^(?:\s*[:=]\s*|\s+[-–]\s+|\s+)/, '')
  const rest = cells.slice(at + 1)
  if (tail !== '') return amountIn(joined(tail, rest))
  const [next, ...more] = rest.filter((cell) => cell !== '')
  return next === undefined ? null : amountIn(joined(next, more))
}

/** Parses an amount. Null for a date, which may also follow a balance's words. */
const amountIn = (text: string) => (parseDate(text) === null ? parseAmount(text) : null)

/**
 * Joins the parts of an amount again. If a bank writes `14,500.00` without quotation marks, the
 * comma splits it into `14` and `500.00`.
 */
const joined = (text: string, next: string[]): string => {
  const [more = '', ...rest] = next
  const isCut = /(?:^|\D)\d{1,3}(?:,\d{3})*$/.test(text) && /^\d{3}(?:\.\d{1,2})?$/.test(more)
  return isCut ? joined(`${text},${more}`, rest) : text
}
