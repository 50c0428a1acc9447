import { lagosDay } from '@strand/contracts/lagos-time'
import { untilAborted } from '@strand/platform/async/until-aborted'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { daysBefore, type RetentionTask, retentionOrigin } from '../shared/retention.ts'
import { eraseLineText } from './line/erase-text.ts'
import { handleStatementCommand, readStatementState } from './undo-import/statement.ts'

type Options = RetentionTask & {
  personalData: Pick<PersonalData, 'erase'>
  /**
   * How many days to keep the texts of a line that pays for no order, and of a statement after its
   * last day; 0 means forever.
   */
  bankLineDays: number
}

const batchSize = 500

/**
 * Destroys the texts of lines that were booked long ago and pay for no order, even if they were set
 * aside, for example. The read model lists candidates, but the line's own stream decides. So a
 * match at the same moment either comes first or finds no texts. Returns the number of lines.
 */
export const eraseOldLineTexts = async (options: Options): Promise<number> => {
  const { now, bankLineDays } = options
  if (bankLineDays === 0) return 0
  const bookedBefore = lagosDay(daysBefore(now(), bankLineDays).toISOString())
  let lines = 0
  for await (const lineId of untilAborted(candidates(options, bookedBefore), options.signal)) {
    const at = now()
    const origin = retentionOrigin(`erase-line-text-${lineId}-${at.toISOString()}`, at)
    const { events } = await eraseLineText(
      options,
      { lineId, cause: 'expired', orderId: null },
      origin,
    )
    if (events.length > 0) lines += 1
  }
  return lines
}

/** Yields the ids of lines that are not fully matched and still have their texts, oldest first. */
async function* candidates({ pool }: Options, bookedBefore: string): AsyncGenerator<string> {
  let after = { bookedOn: '-infinity', lineId: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const { rows } = await pool.query<{ line_id: string; booked_on: string }>(
      `select line_id, booked_on::text from read.bank_line line
       where booked_on < $1 and status <> 'matched' and (booked_on, line_id) > ($2::date, $3::uuid)
         and not exists (
           select from bank_line_erasure erasure
           where erasure.line_id = line.line_id and erasure.done
         )
       order by line.booked_on, line_id limit $4`,
      [bookedBefore, after.bookedOn, after.lineId, batchSize],
    )
    for (const { line_id } of rows) yield line_id
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = { bookedOn: last.booked_on, lineId: last.line_id }
  }
}

/** How many statements a round handles; a shop imports a few a day. */
const maxAtOnce = 1_000

/**
 * Destroys the texts of statements that ended long ago: the file's name, and the reason why the
 * import was undone. The key is destroyed before the event is appended: if the append fails, the
 * next round finds the statement again. Returns the number of statements. Decision 290.
 */
export const eraseOldStatementTexts = async (options: Options): Promise<number> => {
  const { pool, eventStore, personalData, now, bankLineDays } = options
  if (bankLineDays === 0) return 0
  const endedBefore = lagosDay(daysBefore(now(), bankLineDays).toISOString())
  const { rows } = await pool.query<{ statementId: string }>(
    `select statement_id as "statementId" from read.bank_statement
     where has_text and last_day < $1 order by last_day, statement_id limit ${maxAtOnce}`,
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
