import {
  maxStatementRows,
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
  /** Further references and ids that the bank gives it; they are no part of the line's own id. */
  otherReferences?: string[]
  /** The bank marks it as a return or a reversal, besides what its narration says. */
  isMarked?: boolean
}

/** A row that cannot be read, and why, for a person. */
export type RefusedRow = { row: number; message: string }

/** A row that is not money, and why; its amount and its balance matter to the rows around it. */
export type NotMoneyRow = RefusedRow & {
  amountKobo: number | null
  balanceKobo: number | null
  /** Its narration and references, as far as they were read: they may name an order. */
  texts?: string[]
}

/** What may name an order in a line. */
export const namingTexts = ({
  narration,
  reference,
  otherReferences = [],
}: Pick<StatementLine, 'narration' | 'reference' | 'otherReferences'>): string[] => [
  narration,
  reference,
  ...otherReferences,
]

/** Lists a row of no amount: it moved nothing, and a person sees that it was read. */
export const zeroRow = (row: number): NotMoneyRow => ({
  row,
  message: 'The amount is 0, so no money moved',
  amountKobo: 0,
  balanceKobo: null,
})

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
  /** In the order of the file, like the lines. */
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

/** A word, and how many rows have it. */
export type WordCount = { word: string; rows: number }

/** A column whose words nobody knows. */
export type UnknownColumn = { column: number; words: WordCount[] }

/** What a reader of one format finds in a file. */
export type ReadFile = {
  sections: Section[]
  table: {
    mapping: StatementMapping
    /** The header's words, by which its mapping is remembered. */
    header: string
    dateOrderUnclear: boolean
    /** Words of states that nobody has explained. */
    unknownStates: WordCount[]
    /** Columns that may hold a state in unknown words, which nobody has confirmed or ruled out. */
    perhapsStates: UnknownColumn[]
    /** Words of directions that nobody has explained. */
    unknownDirections: WordCount[]
    /** Whether a line without a sign reads like money that left: only balances could show that it came in. */
    hasOpenSigns: boolean
    sample: StatementSample
  } | null
}

/** A whole statement, checked. */
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
  /** Whether its lines have neither a narration nor a payer. */
  hasNoTexts: boolean
  lines: StatementLine[]
  refused: RefusedRow[]
  notMoney: RefusedRow[]
  /** What the bank says about these rows, some thousands at most. */
  notMoneyTexts: string[]
  /** The parts of the file that are not one statement: accounts by their numbers, or days of one. */
  accounts: string[]
  /** The part that was read; null if the file names none, or it is not clear which. */
  account: string | null
  /** The account's number as the file has it; null if it names none, or none that was asked for. */
  accountNumber: string | null
  /** The currencies of the lines that were read. */
  currencies: string[]
  openingBalanceKobo: number | null
  closingBalanceKobo: number | null
  /** Null when the file has no balances to check its lines by. */
  balanced: boolean | null
  from: string
  to: string
}

/**
 * A refusal of a whole file: why it cannot be read, and what the person can do next. The readers
 * make all refusals with it or with those below.
 */
export const refusal = (code: Rejected['code'], reason: string, nextStep: string): Rejected =>
  new Rejected(code, `${reason}. Please ${nextStep}`)

/** The file breaks the rules of its format: none of it is believed. */
export const damaged = (what: string): Rejected =>
  refusal('invalid', `The file is damaged: ${what}`, 'download it from the bank again')

/** A whole file that holds something else than the statement of an account. */
export const otherContent = (what: string): Rejected =>
  refusal('invalid', what, 'choose the statement of the account that customers pay into')

const otherFormat = 'ask the bank for the statement as CSV, Excel (.xlsx), OFX, CAMT.053 or MT940'

/** What the bank should be asked for instead of a file that holds no rows to read. */
export const notReadable = (what: string): Rejected =>
  refusal('unsupported-media-type', what, otherFormat)

/** A text or a workbook in which nothing looks like the rows of a statement. */
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
