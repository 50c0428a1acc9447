import {
  type AccountConflict,
  type AccountConflicts,
  maxConflictDays,
} from '@strand/contracts/money/account-conflict'
import {
  balanceConflicts,
  type StatementBalances,
} from '@strand/contracts/money/statement-balances'
import type { Pool } from '@strand/event-sourcing/postgres/pool'

type StatementRow = StatementBalances & {
  statementId: string
  bankAccountId: string
  fileName: string
}

/**
 * For each account, the days on which its files contradict each other, oldest first. A statement
 * whose lines do not add up to its balances is ignored.
 *
 * @param bankAccountId null for all accounts
 */
export const readConflicts = async (
  pool: Pool,
  bankAccountId: string | null = null,
): Promise<Map<string, AccountConflict[]>> => {
  const { rows } = await pool.query<StatementRow>(
    `select statement_id as "statementId", bank_account_id as "bankAccountId",
       file_name as "fileName", first_day::text as "from", last_day::text as "to",
       opening_kobo as "openingKobo", closing_kobo as "closingKobo", day_ends as "dayEnds"
     from read.bank_statement
     where taken_back_at is null and day_ends is not null
       and opening_kobo is not null and closing_kobo is not null
       and ($1::text is null or bank_account_id::text = $1)
     order by imported_at, statement_id`,
    [bankAccountId],
  )
  const conflicts = new Map<string, AccountConflict[]>()
  for (const [bankAccountId, statements] of Map.groupBy(rows, (row) => row.bankAccountId)) {
    const fileOf = ({ at, balanceKobo }: { at: number; balanceKobo: number }) => {
      const { statementId, fileName, from, to } = statements[at] as StatementRow
      return { statementId, fileName, from, to, balanceKobo }
    }
    const found = balanceConflicts(statements).map(({ day, kind, first, second }) => ({
      day,
      kind,
      first: fileOf(first),
      second: fileOf(second),
    }))
    if (found.length > 0) conflicts.set(bankAccountId, found)
  }
  return conflicts
}

export const newestConflicts = (conflicts: AccountConflict[]): AccountConflicts => ({
  conflicts: conflicts.slice(-maxConflictDays).toReversed(),
  conflictDays: conflicts.length,
})
