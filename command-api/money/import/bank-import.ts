import type { StatementCounts, StatementOverlap } from '@strand/contracts/money/bank-statement'
import type { StatementFormat, StatementMapping } from '@strand/contracts/money/statement'
import type { DayEnd, StatementBalances } from '@strand/contracts/money/statement-balances'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { StoredOrigin } from '@strand/platform/http/command-origin'

export type StatementHead = {
  format: StatementFormat
  mapping: StatementMapping | null
  /** The number of lines, refused rows, and rows that are not money, added together. */
  rows: number
  refused: number
  /** The number of rows that are not money; absent in older imports. */
  notMoney?: number
  unknownStates?: string[]
  unknownDirections?: string[]
  /** Whether a person must first say which column, if any, shows that the money arrived. */
  stateUnclear?: boolean
  openingBalanceKobo: number | null
  closingBalanceKobo: number | null
  balanced: boolean | null
  dateOrderUnclear: boolean
  directionUnclear: boolean
  /**
   * Which of the file's accounts is read; null or absent in imports that an earlier release began.
   */
  account?: string | null
  accountUnclear?: boolean
  narrationUnclear?: boolean
  from: string | null
  to: string | null
  /**
   * See `StatementBalances`. Null unless the file's balances prove its lines; absent in imports
   * that an earlier release began.
   */
  dayEnds?: DayEnd[] | null
  overlap?: StatementOverlap
}

/** The balances in the file; null if it has none, or if its lines do not add up to them. */
export const balancesOf = (head: StatementHead): StatementBalances | null => {
  const { format, from, to, openingBalanceKobo, closingBalanceKobo } = head
  // An earlier release did not compare the lines of OFX files with their balances.
  const { dayEnds = format === 'ofx' ? null : [] } = head
  if (from === null || to === null || dayEnds === null) return null
  if (openingBalanceKobo === null || closingBalanceKobo === null) return null
  return { from, to, openingKobo: openingBalanceKobo, closingKobo: closingBalanceKobo, dayEnds }
}

/**
 * An import that has begun. Its row is kept, so that a repeated request to import the same preview
 * gets the same answer.
 */
export type BankImport = {
  statementId: string
  bankAccountId: string
  state: 'importing' | 'done' | 'failed'
  /** The key of the stored file; null once the file has been deleted. */
  fileKey: string | null
  head: StatementHead
  sha256: string
  /** Empty once the import is done or has failed, and in imports that an earlier release began. */
  fileName: string
  origin: StoredOrigin
  tries: number
  counts: (Omit<StatementCounts, 'rows'> & { notMoney?: number }) | null
  position: string | null
  problem: string
}

export const importColumns = `statement_id as "statementId", bank_account_id as "bankAccountId",
  state, key as "fileKey", head, sha256, file_name as "fileName", origin, tries, counts, position::text, problem`

/**
 * The heads of an account's imported statements that cover at least one day of the given period,
 * oldest first. Leaves out imports that were undone.
 */
export const importedHeads = async (
  pool: Pick<Pool, 'query'>,
  { bankAccountId, from, to }: { bankAccountId: string; from: string; to: string },
): Promise<StatementHead[]> => {
  const { rows } = await pool.query<{ head: StatementHead }>(
    `select head from bank_import imported
     where bank_account_id = $1 and state = 'done' and head ->> 'from' <= $3 and head ->> 'to' >= $2
       and not exists (
         select from bank_take_back gone
         where gone.statement_id = imported.statement_id and gone.state = 'done'
       )
     order by position`,
    [bankAccountId, from, to],
  )
  return rows.map(({ head }) => head)
}

/** The import of a preview; null if it has not begun. */
export const importOfPreview = async (
  pool: Pick<Pool, 'query'>,
  previewId: string,
): Promise<BankImport | null> => {
  const { rows } = await pool.query<BankImport>(
    `select ${importColumns} from bank_import
     where preview_id::text = $1 and state in ('importing', 'done', 'failed')`,
    [previewId.toLowerCase()],
  )
  return rows[0] ?? null
}
