import {
  maxStatementRows,
  type StatementFormat,
  type StatementMapping,
  type StatementSample,
} from '@strand/contracts/money/statement'
import { Rejected } from '@strand/event-sourcing/errors'

/** A credit (positive amount) or a debit (negative amount) in a file. Days are days in Lagos. */
export type StatementLine = {
  /** The row in the file, from 1. */
  row: number
  bookedOn: string
  valueOn: string | null
  amountKobo: number
  /** The account's balance after the line; null if the file does not give it. */
  balanceKobo: number | null
  narration: string
  /** The payer, if the format has a field for it; otherwise empty. */
  payer: string
  reference: string
  /** Further references and ids of the bank, which are not part of the line's id. */
  otherReferences?: string[]
  /** Whether the bank marks the line as a return or a reversal, whatever its narration says. */
  isMarked?: boolean
}

export type RefusedRow = { row: number; message: string }

/**
 * A row that is not money, with the reason in `message`. Its amount and balance help to check the
 * rows around it.
 */
export type NotMoneyRow = RefusedRow & {
  amountKobo: number | null
  balanceKobo: number | null
  /** The narration and references that could be read, because they may name an order. */
  texts?: string[]
}

/** The texts of a line that may name an order. */
export const namingTexts = ({
  narration,
  reference,
  otherReferences = [],
}: Pick<StatementLine, 'narration' | 'reference' | 'otherReferences'>): string[] => [
  narration,
  reference,
  ...otherReferences,
]

/** A row without an amount. No money moved, but a person sees that the row was read. */
export const zeroRow = (row: number): NotMoneyRow => ({
  row,
  message: 'The amount is 0, so no money moved',
  amountKobo: 0,
  balanceKobo: null,
})

/** Consecutive lines of a file, with the balances before and after them if the file has any. */
export type Section = {
  /** The account's number as the file writes it; empty if the file has none. */
  account: string
  currencies: string[]
  /** Whether the section continues the statement of the section before it. */
  isContinued?: boolean
  /** What the statement is about if not a bank account, such as a credit card; otherwise empty. */
  other?: string
  openingKobo: number | null
  closingKobo: number | null
  lines: StatementLine[]
  refused: RefusedRow[]
  notMoney: NotMoneyRow[]
  /** The ids of transactions that other transactions in the file correct. */
  corrects?: Set<string>
  /** The first and last days of the period, as the file states them. */
  days: string[]
}

export const newSection = (account = ''): Section => ({
  account,
  currencies: [],
  openingKobo: null,
  closingKobo: null,
  lines: [],
  refused: [],
  notMoney: [],
  days: [],
})

export type WordCount = { word: string; rows: number }

export type UnknownColumn = { column: number; words: WordCount[] }

export type ReadFile = {
  sections: Section[]
  table: {
    mapping: StatementMapping
    /** The header's words, which are the key under which its mapping is remembered. */
    header: string
    dateOrderUnclear: boolean
    unknownStates: WordCount[]
    perhapsStates: UnknownColumn[]
    unknownDirections: WordCount[]
    /**
     * Whether an amount without a sign is in a row that reads like an outgoing payment. Only
     * balances can then show that the money came in.
     */
    hasOpenSigns: boolean
    sample: StatementSample
  } | null
}

export type Statement = {
  format: StatementFormat
  mapping: StatementMapping | null
  header: string
  dateOrderUnclear: boolean
  unknownStates: WordCount[]
  perhapsStates: UnknownColumn[]
  unknownDirections: WordCount[]
  directionUnclear: boolean
  sample: StatementSample | null
  hasNoTexts: boolean
  lines: StatementLine[]
  refused: RefusedRow[]
  notMoney: RefusedRow[]
  /** The texts of the first 5,000 rows that are not money. */
  notMoneyTexts: string[]
  /**
   * The names of the file's parts, of which only one is read. A part's name is its account's
   * number, followed by its days if the account has several parts.
   */
  accounts: string[]
  /** The name of the part that was read; null if the file has none, or if a person must choose. */
  account: string | null
  /**
   * The account's number as the file writes it; null if the file has none, or if it is unclear
   * which account is meant.
   */
  accountNumber: string | null
  currencies: string[]
  openingBalanceKobo: number | null
  closingBalanceKobo: number | null
  /** Whether the lines add up to the balances; null if the file has no balances. */
  balanced: boolean | null
  from: string
  to: string
}

/**
 * Makes the error for a whole file, with the reason and what the person should do next. The readers
 * of the formats make errors only with this function and those below.
 */
export const refusal = (code: Rejected['code'], reason: string, nextStep: string): Rejected =>
  new Rejected(code, `${reason}. Please ${nextStep}`)

/** The error for a file that breaks the rules of its format, so that none of it can be trusted. */
export const damaged = (what: string): Rejected =>
  refusal('invalid', `The file is damaged: ${what}`, 'download it from the bank again')

/** The error for a file that is not an account's statement. */
export const otherContent = (what: string): Rejected =>
  refusal('invalid', what, 'choose the statement of the account that customers pay into')

const otherFormat = 'ask the bank for the statement as CSV, Excel (.xlsx), OFX, CAMT.053 or MT940'

/** The error for a file without rows to read. It says which format to ask the bank for. */
export const notReadable = (what: string): Rejected =>
  refusal('unsupported-media-type', what, otherFormat)

export const withoutTable = (): Rejected =>
  refusal('invalid', 'The file does not look like a bank statement: it has no table', otherFormat)

export const locked = (): Rejected =>
  refusal(
    'unsupported-media-type',
    'The file is protected by a password',
    `open it, save it without a password, and try again, or ${otherFormat}`,
  )

export const oldWorkbook = (): Rejected =>
  refusal(
    'unsupported-media-type',
    'This is an old Excel file (.xls)',
    `open it in Excel, save it as .xlsx, and try again, or ${otherFormat}`,
  )

export const tooLarge = (): Rejected =>
  refusal('too-large', 'A statement can be at most 20 MB', 'split it and import the parts')

export const tooManyRows = (): Rejected =>
  refusal(
    'too-large',
    `A statement can have at most ${maxStatementRows.toLocaleString('en-US')} rows`,
    'split it and import the parts',
  )
