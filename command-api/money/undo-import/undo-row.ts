import type { Sealed } from '@strand/contracts/envelope'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { StoredOrigin } from '@strand/platform/http/command-origin'

/**
 * The undo of a statement's import. Its row stays, so that a repeated command gets the same answer.
 */
export type ImportUndo = {
  statementId: string
  bankAccountId: string
  /** `refused`: nothing was written. `begun`: lines may have been withdrawn. */
  state: 'asked' | 'refused' | 'begun' | 'done'
  origin: StoredOrigin
  reason: Sealed
  /** How many lines are withdrawn, and how many stay; 0 until the undo begins. */
  withdrawn: number
  kept: number
  position: string | null
  /** Why the undo was refused, or what it waits for. */
  problem: string
}

const columns = `statement_id as "statementId", bank_account_id as "bankAccountId", state, origin,
  reason, withdrawn, kept, position::text, problem`

export const undoOf = async (
  pool: Pick<Pool, 'query'>,
  statementId: string,
): Promise<ImportUndo | null> => {
  const { rows } = await pool.query<ImportUndo>(
    `select ${columns} from bank_take_back where statement_id = $1`,
    [statementId],
  )
  return rows[0] ?? null
}

/**
 * The undo to continue next. Interrupted undos come first, even before imports, because the table
 * of known lines may still have a withdrawn line. Undos that wait for people come last.
 */
export const nextUndo = async (
  pool: Pick<Pool, 'query'>,
  isInterrupted: boolean,
): Promise<ImportUndo | null> => {
  const { rows } = await pool.query<ImportUndo>(
    `select ${columns} from bank_take_back
     where state in ('asked', 'begun') and ($1 = (state = 'begun' and problem = ''))
     order by problem <> '', origin ->> 'at', statement_id limit 1`,
    [isInterrupted],
  )
  return rows[0] ?? null
}

export const saveUndo = async (
  pool: Pick<Pool, 'query'>,
  { statementId, state, withdrawn, kept, position, problem }: ImportUndo,
): Promise<void> => {
  await pool.query(
    `update bank_take_back
     set state = $2, withdrawn = $3, kept = $4, position = $5, problem = $6
     where statement_id = $1`,
    [statementId, state, withdrawn, kept, position, problem],
  )
}
