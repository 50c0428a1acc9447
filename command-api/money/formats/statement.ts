import {
  maxStatementRows,
  type StatementFormat,
  type StatementMapping,
  type StatementSample,
} from '@strand/contracts/money/statement'
import { Rejected } from '@strand/event-sourcing/errors'

/** One credit (positive) or debit (negative) from a file; days are days in Lagos. */
export type StatementLine = {
  /** Its row in the file, counted from 1 as people do. */
  row: number
  bookedOn: string
  valueOn: string | null
  amountKobo: number
  /** The account's balance after it; null if the file does not give it. */
  balanceKobo: number | null
  narration: string
  /** Who paid, if the format names a payer separately from the narration; otherwise empty. */
  payer: string
  /** The bank's own id for it, or empty. */
  reference: string
  /** Further references and ids from the bank, which are not used in the line's own id. */
  otherReferences?: string[]
  /** The bank marks it as a return or a reversal, whatever its narration says. */
  isMarked?: boolean
}

/** A row that cannot be read, and the reason, for a person. */
export type RefusedRow = { row: number; message: string }

/** A row that is not money, and the reason; the rows around it need its amount and balance. */
export type NotMoneyRow = RefusedRow & {
  amountKobo: number | null
  balanceKobo: number | null
  /** Its narration and references, as far as they could be read: they may name an order. */
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

/** Lists a row without an amount: nothing moved, but a person sees that it was read. */
export const zeroRow = (row: number): NotMoneyRow => ({
  row,
  message: 'The amount is 0, so no money moved',
  amountKobo: 0,
  balanceKobo: null,
})

/** A run of lines with the balances around it, if the file has them. */
export type Section = {
  /** The account's number as written in the file; empty if the file has none. */
  account: string
  currencies: string[]
  /** Whether it continues the statement of the section before. */
  isContinued?: boolean
  /** What it is a statement of, if not of a bank account; otherwise empty. */
  other?: string
  openingKobo: number | null
  closingKobo: number | null
  lines: StatementLine[]
  refused: RefusedRow[]
  /** In file order, like the lines. */
  notMoney: NotMoneyRow[]
  /** Ids of transactions that others in the file correct. */
  corrects?: Set<string>
  /** The first and last days of its period, as the file states them. */
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

/** A word, and how many rows contain it. */
export type WordCount = { word: string; rows: number }

/** A column whose words are unknown. */
export type UnknownColumn = { column: number; words: WordCount[] }

/** What a reader of one format finds in a file. */
export type ReadFile = {
  sections: Section[]
  table: {
    mapping: StatementMapping
    /** The header's words, under which its mapping is remembered. */
    header: string
    dateOrderUnclear: boolean
    /** Words for states that nobody has explained. */
    unknownStates: WordCount[]
    /** Columns that may hold a state in unknown words, which nobody has confirmed or ruled out. */
    perhapsStates: UnknownColumn[]
    /** Words for directions that nobody has explained. */
    unknownDirections: WordCount[]
    /**
     * Whether some line without a sign reads like outgoing money, so that only balances can show
     * that it came in.
     */
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
  /** Whether no line has a narration or a payer. */
  hasNoTexts: boolean
  lines: StatementLine[]
  refused: RefusedRow[]
  notMoney: RefusedRow[]
  /** The texts of the rows that are not money, some thousands at most. */
  notMoneyTexts: string[]
  /**
   * The names of the file's parts, of which only one can be read at a time. A part is named after
   * its account's number, and after its days if the account has several parts.
   */
  accounts: string[]
  /** The name of the part that was read; null if the file has none, or if a person has to choose. */
  account: string | null
  /**
   * The account's number as written in the file; null if the file gives none, or if it is not known
   * which one is meant.
   */
  accountNumber: string | null
  /** The currencies of the lines that were read. */
  currencies: string[]
  openingBalanceKobo: number | null
  closingBalanceKobo: number | null
  /** Null if the file has no balances to check its lines against. */
  balanced: boolean | null
  from: string
  to: string
}

/**
 * Refuses a whole file, with the reason and what the person can do next. The readers create all
 * refusals with this function or with those below.
 */
export const refusal = (code: Rejected['code'], reason: string, nextStep: string): Rejected =>
  new Rejected(code, `${reason}. Please ${nextStep}`)

/** The file breaks the rules of its format, so none of it is trusted. */
export const damaged = (what: string): Rejected =>
  refusal('invalid', `The file is damaged: ${what}`, 'download it from the bank again')

/** The file holds something other than an account's statement. */
export const otherContent = (what: string): Rejected =>
  refusal('invalid', what, 'choose the statement of the account that customers pay into')

const otherFormat = 'ask the bank for the statement as CSV, Excel (.xlsx), OFX, CAMT.053 or MT940'

/** The file has no rows to read; the person is told which format to ask the bank for. */
export const notReadable = (what: string): Rejected =>
  refusal('unsupported-media-type', what, otherFormat)

/** A text or workbook in which nothing looks like a statement's rows. */
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
