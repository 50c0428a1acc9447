import { lagosDay } from '@strand/contracts/lagos-time'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { untilAborted } from '@strand/platform/async/until-aborted'
import type { Now } from '@strand/platform/clock'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { daysBefore, retentionOrigin } from '../../shared/retention.ts'
import { handleStatementCommand, readStatementState } from './statement.ts'

type Options = {
  eventStore: EventStore
  pool: Pool
  personalData: Pick<PersonalData, 'erase'>
  /** As of lines: days after its last one; 0 keeps the texts for ever. */
  bankLineDays: number
  now: Now
  /** Ends the work after the item in progress; the next round goes on. */
  signal?: AbortSignal
}

/** Statements of one round; a shop imports a few a day. */
const mostAtOnce = 1_000

/**
 * Destroys the texts of statements whose last day is long ago: the names of their files, and why they
 * were taken back. The key goes first: until the event is there, the read model names the statement
 * again. Returns the number of statements. Decision 290.
 */
export const eraseOldStatementTexts = async (options: Options): Promise<number> => {
  const { pool, eventStore, personalData, now, bankLineDays } = options
  if (bankLineDays === 0) return 0
  const endedBefore = lagosDay(daysBefore(now(), bankLineDays).toISOString())
  const { rows } = await pool.query<{ statementId: string }>(
    `select statement_id as "statementId" from read.bank_statement
     where has_text and last_day < $1 order by last_day, statement_id limit ${mostAtOnce}`,
    [endedBefore],
  )
  let statements = 0
  for await (const { statementId } of untilAborted(rows, options.signal)) {
    const at = now()
    const origin = retentionOrigin(`erase-statement-text-${statementId}-${at.toISOString()}`, at)
    const state = await readStatementState(eventStore, statementId)
    for (const { keyId } of state?.texts ?? []) await personalData.erase(keyId)
    const command = { type: 'EraseStatementText' } as const
    const { events } = await handleStatementCommand(eventStore, statementId, command, origin)
    if (events.length > 0) statements += 1
  }
  return statements
}
