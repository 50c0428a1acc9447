import type { Sealed } from '@strand/contracts/envelope'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Origin } from '@strand/platform/http/command-origin'

/** The undo of a statement's import. Its row stays, so that the command has one answer forever. */
export type ImportUndo = {
  statementId: string
  bankAccountId: string
  /** `refused` before anything was written; `begun` once lines may be withdrawn. */
  state: 'asked' | 'refused' | 'begun' | 'done'
  origin: Omit<Origin, 'at'> & { at: string }
  reason: Sealed
  /** Lines that go and that stay; 0 until it has begun. */
  withdrawn: number
  kept: number
  position: string | null
  /** Why it was refused, or what it waits for. */
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
 * The next one to continue. Interrupted ones come first, even before imports: a line that is
 * withdrawn may still be in the table of known lines. Those that wait for people come last.
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
