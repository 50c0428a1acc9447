import { conflict, type Rejected } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { isUuid } from '@strand/event-sourcing/uuid'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { Origin } from '@strand/platform/http/command-origin'
import { readUntil } from '../read-until.ts'
import { type StatementState, unknownStatement } from './statement.decider.ts'
import { readStatementState } from './statement.ts'
import { type ImportUndo, undoOf } from './undo-row.ts'

type Options = {
  pool: Pool
  eventStore: EventStore
  personalData: Pick<PersonalData, 'take' | 'load' | 'seal' | 'erase'>
}

/**
 * Requests the undo of an import, which then happens even if this process ends. An undo that is
 * already running continues. Throws `Rejected`: `not-found` for an unknown statement, `conflict`
 * for one that is being imported or was undone.
 *
 * @returns the statement's id in lower case
 */
export const askUndo = async (
  options: Options,
  written: string,
  reason: string,
  origin: Origin,
): Promise<string> => {
  const { pool, eventStore, personalData } = options
  const statementId = written.toLowerCase()
  const known = isUuid(statementId) ? await readStatementState(eventStore, statementId) : null
  if (!known) throw await notImported(pool, statementId)
  const before = await undoOf(pool, statementId)
  const isRepeated = before?.origin.commandId === origin.commandId && before.state === 'done'
  if (isRepeated) return statementId
  if (known.isImportUndone) throw conflict('The import of this statement has already been undone')
  if (before && before.state !== 'refused') {
    // An undo that waits for people is tried again.
    await pool.query(`update bank_take_back set problem = '' where statement_id = $1`, [
      statementId,
    ])
    return statementId
  }
  const sealed = await sealReason(personalData, known, reason)
  await pool.query(
    `insert into bank_take_back (statement_id, bank_account_id, state, origin, reason)
     values ($1, $2, 'asked', $3, $4)
     on conflict (statement_id) do update
       set state = 'asked', origin = excluded.origin, reason = excluded.reason, problem = ''
       where bank_take_back.state = 'refused'`,
    [statementId, known.imported.bankAccountId, JSON.stringify(origin), JSON.stringify(sealed)],
  )
  return statementId
}

const notImported = async (pool: Pool, statementId: string): Promise<Rejected> => {
  const { rows } = await pool.query<{ state: string }>(
    `select state from bank_import
     where statement_id::text = $1 and state in ('importing', 'done', 'failed')`,
    [statementId],
  )
  if (!rows[0]) return unknownStatement()
  return rows[0].state === 'failed'
    ? conflict('The import of this statement failed: there is nothing to undo')
    : conflict('This statement is still being imported')
}

/**
 * Seals the reason under the key of the statement's other texts, or under a new key if there are
 * none.
 */
const sealReason = async (
  personalData: Options['personalData'],
  { texts: [text] }: StatementState,
  reason: string,
) => {
  const known = text ? await personalData.load(text.keyId) : null
  return personalData.seal(known ?? (await personalData.take()), { text: reason })
}

/**
 * Waits up to 5 s until the undo is done, is refused, or waits for people. Returns its current
 * state.
 */
export const awaitUndo = async (
  pool: Pool,
  statementId: string,
  signal: AbortSignal | undefined,
): Promise<ImportUndo> => {
  const row = await readUntil(
    () => undoOf(pool, statementId),
    (found) => found === null || found.state === 'done' || found.problem !== '',
    signal,
  )
  if (!row) throw unknownStatement()
  return row
}
