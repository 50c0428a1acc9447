import type { StatementCounts, StatementOverlap } from '@strand/contracts/money/bank-statement'
import type { StatementFormat, StatementMapping } from '@strand/contracts/money/statement'
import type { DayEnd, StatementBalances } from '@strand/contracts/money/statement-balances'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Origin } from '@strand/platform/http/command-origin'

/** What a file says, without its lines. */
export type StatementHead = {
  format: StatementFormat
  mapping: StatementMapping | null
  /** Its lines and the rows that were refused. */
  rows: number
  refused: number
  /** Rows that are not lines; older imports have none. */
  notMoney?: number
  /** The words for states that a person has to explain first. */
  unknownStates?: string[]
  /** Likewise for directions. */
  unknownDirections?: string[]
  /** Whether a person has to say first if a column says that the money arrived. */
  stateUnclear?: boolean
  openingBalanceKobo: number | null
  closingBalanceKobo: number | null
  balanced: boolean | null
  dateOrderUnclear: boolean
  directionUnclear: boolean
  /** Which of the file's accounts is read; imports that began before it was asked have none. */
  account?: string | null
  accountUnclear?: boolean
  narrationUnclear?: boolean
  from: string | null
  to: string | null
  /** In the form of `StatementBalances`; null without balances, and in earlier releases. */
  dayEnds?: DayEnd[] | null
  overlap?: StatementOverlap
}

/** What a file says about its account's balance; null if it has none, or its lines do not follow from them. */
export const balancesOf = (head: StatementHead): StatementBalances | null => {
  const { format, from, to, openingBalanceKobo, closingBalanceKobo } = head
  // OFX files read by an earlier release have balances that nothing was compared with.
  const { dayEnds = format === 'ofx' ? null : [] } = head
  if (from === null || to === null || dayEnds === null) return null
  if (openingBalanceKobo === null || closingBalanceKobo === null) return null
  return { from, to, openingKobo: openingBalanceKobo, closingKobo: closingBalanceKobo, dayEnds }
}

/** An import that began; its row stays, so that the same preview has the same answer forever. */
export type BankImport = {
  statementId: string
  bankAccountId: string
  state: 'importing' | 'done' | 'failed'
  key: string | null
  head: StatementHead
  sha256: string
  /** Empty once it is imported or has failed, and of an import that an earlier release began. */
  fileName: string
  origin: Omit<Origin, 'at'> & { at: string }
  tries: number
  counts: (Omit<StatementCounts, 'rows'> & { notMoney?: number }) | null
  position: string | null
  problem: string
}

export const importColumns = `statement_id as "statementId", bank_account_id as "bankAccountId",
  state, key, head, sha256, file_name as "fileName", origin, tries, counts, position::text, problem`

/**
 * What the statements said that were imported into an account and have a day of these, oldest first,
 * without those whose import was undone.
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
