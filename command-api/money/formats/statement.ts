import {
  maximumStatementRows,
  type StatementFormat,
  type StatementMapping,
  type StatementSample,
} from '@strand/contracts/money/statement'
import { Rejected } from '@strand/event-sourcing/errors'

/** One credit (positive) or debit (negative) as a file has it; days are days in Lagos. */
export type StatementLine = {
  /** Its row in the file, as a person counts them: from 1. */
  row: number
  bookedOn: string
  valueOn: string | null
  amountKobo: number
  /** The account's balance after it; null when the file does not say. */
  balanceKobo: number | null
  narration: string
  /** Who paid, where the format names a payer apart from the narration; else empty. */
  payer: string
  /** The bank's own id of it, or empty. */
  reference: string
  /** The bank marks it as a return or a reversal, besides what its narration says. */
  isMarked?: boolean
}

/** A row that cannot be read, and why, for a person. */
export type RefusedRow = { row: number; message: string }

/** A row that is no money, and why; what its amount and its balance say of the rows around it. */
export type NotMoneyRow = RefusedRow & { amountKobo: number | null; balanceKobo: number | null }

/** A run of lines with the balances around it, as far as the file has them. */
export type Section = {
  /** The account's number as the file has it; empty where it says none. */
  account: string
  currencies: string[]
  /** Whether it goes on with the statement of the section before it. */
  isContinued?: boolean
  /** What it is a statement of, if not of a bank account; else empty. */
  other?: string
  openingKobo: number | null
  closingKobo: number | null
  lines: StatementLine[]
  refused: RefusedRow[]
  /** In the order of the file, as the lines. */
  notMoney: NotMoneyRow[]
  /** Ids of transactions that others of the file correct. */
  corrects?: Set<string>
  /** The first and last days that it says it speaks of. */
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

/** A column whose words nobody knows, with how many rows have each. */
export type UnknownColumn = { column: number; words: { word: string; rows: number }[] }

/** What a reader of one format finds in a file. */
export type ReadFile = {
  sections: Section[]
  table: {
    mapping: StatementMapping
    /** The header's words, by which its mapping is remembered. */
    header: string
    dateOrderUnclear: boolean
    /** Words of states that nobody has explained, with how many rows have each. */
    unknownStates: { word: string; rows: number }[]
    /** Columns that may say so in words that nobody knows, and of which no person has said whether they do. */
    perhapsStates: UnknownColumn[]
    sample: StatementSample
  } | null
}

/** A whole statement, checked. */
export type Statement = {
  format: StatementFormat
  mapping: StatementMapping | null
  header: string
  dateOrderUnclear: boolean
  unknownStates: { word: string; rows: number }[]
  perhapsStates: UnknownColumn[]
  sample: StatementSample | null
  /** Whether its lines have neither a narration nor a payer. */
  hasNoTexts: boolean
  lines: StatementLine[]
  refused: RefusedRow[]
  notMoney: RefusedRow[]
  /** The parts of the file that are not one statement: accounts by their numbers, or days of one. */
  accounts: string[]
  /** The part that was read; null if the file names none, or it is not clear which. */
  account: string | null
  /** The account's number as the file has it; null if it names none, or none that was asked for. */
  accountNumber: string | null
  /** Of the lines that were read. */
  currencies: string[]
  openingBalanceKobo: number | null
  closingBalanceKobo: number | null
  /** Null when the file has no balances to check its lines by. */
  balanced: boolean | null
  from: string
  to: string
}

/** The file breaks the rules of its format: nothing of it is believed. */
export const damaged = (what: string): Rejected =>
  new Rejected('invalid', `The file is damaged: ${what}. Please download it from the bank again`)

/** A whole file that holds something else than the statement of an account. */
export const otherContent = (what: string): Rejected =>
  new Rejected(
    'invalid',
    `${what}. Please choose the statement of the account that customers pay into`,
  )

/** What the bank should be asked for instead of a file that holds no rows to read. */
export const notReadable = (what: string): Rejected =>
  new Rejected(
    'unsupported-media-type',
    `${what} Please ask the bank for the statement as CSV, Excel (.xlsx), OFX, CAMT.053 or MT940`,
  )

export const tooManyRows = (): Rejected =>
  new Rejected(
    'too-large',
    `A statement may have at most ${maximumStatementRows.toLocaleString('en-US')} rows: please import it in parts`,
  )
