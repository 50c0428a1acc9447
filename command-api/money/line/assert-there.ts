import { conflict } from '@strand/event-sourcing/errors'
import { ifTableMissing } from '@strand/event-sourcing/postgres/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { returnedMoney } from './decider.ts'
import type { BankLineState } from './state.ts'

/** Why the lines' money is not there, as far as the shop knows; null if it seems to be there. */
const problemOf = async (
  pool: Pick<Pool, 'query'>,
  lines: Pick<BankLineState, 'recorded'>[],
): Promise<string | null> => {
  const importing = await pool.query(
    `select from bank_import where statement_id = any($1::uuid[]) and state = 'importing' limit 1`,
    [lines.map(({ recorded }) => recorded.statementId)],
  )
  if (importing.rowCount !== 0)
    return 'The statement of this line is still being imported: wait until that is done'
  const { rows } = await pool
    .query<{ reversed: boolean }>(
      `select reversed_by is not null as reversed from read.bank_line
       where line_id = any($1::uuid[])
         and (reversed_by is not null or kind = 'returned' or gives_back is not null) limit 1`,
      [lines.map(({ recorded }) => recorded.lineId)],
    )
    .catch(ifTableMissing({ rows: [] }))
  const [found] = rows
  if (!found) return null
  return found.reversed
    ? 'The bank took this money back: it cannot pay for an order'
    : returnedMoney
}

/** Whether a line's money is there, as far as the shop knows. */
export const isThere = async (
  pool: Pick<Pool, 'query'>,
  line: Pick<BankLineState, 'recorded'>,
): Promise<boolean> => (await problemOf(pool, [line])) === null

/**
 * Throws 409 unless the money of all lines is there, as far as the shop knows. A running import may
 * still bring the debit that takes a line's money back. Decision 288.
 */
export const assertThere = async (
  pool: Pick<Pool, 'query'>,
  lines: Pick<BankLineState, 'recorded'>[],
): Promise<void> => {
  const problem = await problemOf(pool, lines)
  if (problem) throw conflict(problem)
}
