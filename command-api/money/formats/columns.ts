import type { StatementMapping } from '@strand/contracts/money/statement'
import { foreignCurrencyIn } from './currencies.ts'

type Columns = StatementMapping['columns']
type Role = Exclude<keyof Columns, 'narration' | RowRole>
type RowRole = 'state' | 'currency' | 'direction'

/**
 * The names that banks give their columns, in lower case and without brackets and punctuation. The
 * first match wins.
 */
const headings: [Role | 'narration', RegExp][] = [
  ['valueOn', /^val(ue)?\.? ?date$/],
  [
    'bookedOn',
    /^((actual )?(transaction|trans|txn|tran|posting|posted|post|booking|entry) ?)?date( (posted|time))?$/,
  ],
  [
    'debit',
    /^((settlement )?debits?|withdrawals?|money out|paid out|pay out|dr|debit amount|amount debited|debited)$/,
  ],
  [
    'credit',
    /^((settlement )?credits?|deposits?|lodg[e]?ments?|money in|paid in|pay in|cr|credit amount|amount credited|credited)$/,
  ],
  [
    'balance',
    /^((running|available|closing|ledger|book|current|account) ?)?balance$|^balance after( transaction)?$/,
  ],
  ['amount', /^((transaction|trans|txn) )?amount$|^value$/],
  [
    'reference',
    /^((transaction|trans|txn|bank|payment|session) )?(reference|ref|id)( (no|number|num))?$|^(instrument|cheque|check) (no|number|code)$/,
  ],
  [
    'payer',
    /^(sender|payer|payor|remitter|originator|depositor|counter ?party|partner)( s)?( name)?$|^(sender|payer) (or |and )?(beneficiary|payee|recipient|receiver)( name)?$|^(paid by|received from|from|to from|from to|source (account )?name)$/,
  ],
  [
    'narration',
    /^(transaction |trans |txn )?(narration|narrative|description|details?|remarks?|particulars?|memo|purpose|label)s?( \d)?$/,
  ],
]

export const plainHeading = (heading: string) =>
  heading
    .slice(0, 60)
    .toLowerCase()
    .replace(/\(.*?\)|₦|\bngn\b|\bin naira\b/g, ' ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

export type Recall = (header: string) => StatementMapping | undefined

export const emptyColumns = (): Columns => ({
  bookedOn: null,
  valueOn: null,
  narration: [],
  payer: null,
  reference: null,
  debit: null,
  credit: null,
  amount: null,
  balance: null,
})

const roleOf = (heading: string) => {
  const words = plainHeading(heading)
  return headings.find(([, pattern]) => pattern.test(words))?.[0]
}

export const columnsOf = (header: string[]): Columns => {
  const columns = emptyColumns()
  header.forEach((heading, at) => {
    const role = roleOf(heading)
    if (role === 'narration') columns.narration.push(at)
    else if (role && isBetter(header, columns[role], at)) columns[role] = at
  })
  // Some banks give only the value date.
  if (columns.bookedOn === null && columns.valueOn !== null)
    return { ...columns, bookedOn: columns.valueOn, valueOn: null }
  return { ...columns, narration: columns.narration.slice(0, 10) }
}

/** Finds columns with further references, such as a session id beside the bank's own number. */
export const otherReferenceColumns = (
  header: string[],
  { columns }: StatementMapping,
): number[] => {
  const { narration, ...single } = columns
  const used = new Set([...narration, ...Object.values(single)])
  return header.flatMap((heading, at) =>
    roleOf(heading) === 'reference' && !used.has(at) ? [at] : [],
  )
}

/**
 * Of several columns of one kind, the first wins, except that a column in naira wins over an
 * earlier column in another currency.
 */
const isBetter = (header: string[], known: number | null, at: number) =>
  known === null ||
  (foreignCurrencyIn(header[known] ?? '') !== null && foreignCurrencyIn(header[at] ?? '') === null)

export const isComplete = ({ bookedOn, debit, credit, amount }: Columns): boolean =>
  bookedOn !== null && (amount !== null || debit !== null || credit !== null)

/** The maximum number of rows that a bank writes above its header. */
const maxPreambleRows = 60

/** How many cells of a row are column headings. */
export const recognized = (row: string[]): number => {
  const { narration, ...single } = columnsOf(row)
  return narration.length + Object.values(single).filter((one) => one !== null).length
}

/**
 * Guesses which row is the header, and what its columns mean. If no row looks like a header, all
 * values are null.
 */
export const guessMapping = (rows: string[][]): StatementMapping => {
  let best = { at: -1, score: 1 }
  rows.slice(0, maxPreambleRows).forEach((row, at) => {
    const score = recognized(row) + (isComplete(columnsOf(row)) ? 10 : 0)
    if (score > best.score) best = { at, score }
  })
  const header = rows[best.at]
  return {
    headerRow: header ? best.at : null,
    columns: header ? columnsOf(header) : emptyColumns(),
    dateOrder: null,
    states: {},
    directions: {},
    creditsOnly: false,
  }
}

/**
 * The header's words, which are the key under which its mapping is remembered; empty if there are
 * too few words.
 */
export const headerWords = (header: string[] | undefined): string => {
  const words = (header ?? []).map(plainHeading)
  return words.filter((word) => word !== '').length < fewestWords ? '' : words.join('|')
}

/** A header with fewer words does not identify a bank's table. */
const fewestWords = 2

/**
 * The mapping that a person gave for a table with the same header, adapted to this file's header
 * row.
 */
export const recallMapping = (rows: string[][], recall: Recall): StatementMapping | null => {
  for (const [headerRow, row] of rows.slice(0, maxPreambleRows).entries()) {
    const words = headerWords(row)
    const mapping = words === '' ? undefined : recall(words)
    if (mapping) return { ...mapping, headerRow }
  }
  return null
}
