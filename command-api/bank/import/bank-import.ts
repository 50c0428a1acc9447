import type { StatementCounts } from '@strand/contracts/money/bank-statement'
import type { StatementFormat, StatementMapping } from '@strand/contracts/money/statement'
import type { Origin } from '@strand/platform/commands/origin'
import type { Pool } from '@strand/platform/postgres/pool'

/** What a file says, without its lines. */
export type StatementHead = {
  format: StatementFormat
  mapping: StatementMapping | null
  /** Its lines and the rows that were refused. */
  rows: number
  refused: number
  openingBalanceKobo: number | null
  closingBalanceKobo: number | null
  balanced: boolean | null
  dateOrderUnclear: boolean
  /** Which of the file's accounts is read; imports that began before it was asked have none. */
  account?: string | null
  accountUnclear?: boolean
  from: string | null
  to: string | null
}

/** An import that began; its row stays, so that the same preview has the same answer for ever. */
export type BankImport = {
  statementId: string
  bankAccountId: string
  state: 'importing' | 'done' | 'failed'
  key: string | null
  head: StatementHead
  sha256: string
  origin: Omit<Origin, 'at'> & { at: string }
  tries: number
  counts: Omit<StatementCounts, 'rows'> | null
  position: string | null
  problem: string
}

export const importColumns = `statement_id as "statementId", bank_account_id as "bankAccountId",
  state, key, head, sha256, origin, tries, counts, position::text, problem`

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
