import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { untilAborted } from '@strand/platform/async/until-aborted'
import type { Now } from '@strand/platform/clock'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { Origin } from '@strand/platform/http/command-origin'
import type { BankLineCommand } from './decider.ts'
import { handleBankLineCommand, readBankLine } from './handler.ts'
import type { BankLineState } from './state.ts'

type Options = {
  eventStore: EventStore
  pool: Pool
  personalData: Pick<PersonalData, 'erase'>
  now: Now
  /** Stops the work after the current item; the next round continues. */
  signal?: AbortSignal
}

type Erasure = { lineId: string } & Omit<
  Extract<BankLineCommand, { type: 'EraseLineText' }>,
  'type'
>

/**
 * Destroys the key of a line's texts if the cause applies to the line. The event comes first,
 * because it makes the read models forget the texts. If a crash follows, `finishTextErasures`
 * destroys the key. Safe to repeat. Throws `Rejected('not-found')` for an unknown line.
 *
 * @param origin its `commandId` must not be used for any other line
 * @returns what `handleBankLineCommand` returns, without events if the texts were erased before or
 *   are kept
 */
export const eraseLineText = async (
  options: Options,
  { lineId, cause, orderId }: Erasure,
  origin: Origin,
) => {
  const { eventStore, pool, now } = options
  await pool.query(
    'insert into bank_line_erasure (line_id, asked_at) values ($1, $2) on conflict do nothing',
    [lineId, now().toISOString()],
  )
  const command = { type: 'EraseLineText', cause, orderId } as const
  const handled = await handleBankLineCommand(eventStore, lineId, command, origin)
  if (handled.state) await destroyKey(options, handled.state)
  return handled
}

const destroyKey = async (
  { pool, personalData }: Pick<Options, 'pool' | 'personalData'>,
  { recorded, erased }: BankLineState,
) => {
  if (!erased) return
  await personalData.erase(recorded.personal.keyId)
  await pool.query('update bank_line_erasure set done = true where line_id = $1', [recorded.lineId])
}

/** Completes erasures that began over a minute ago, and forgets those without an event. */
export const finishTextErasures = async (options: Options): Promise<void> => {
  const { eventStore, pool, now } = options
  const { rows } = await pool.query<{ line_id: string }>(
    'select line_id from bank_line_erasure where not done and asked_at < $1',
    [new Date(now().getTime() - 60_000).toISOString()],
  )
  for await (const { line_id: lineId } of untilAborted(rows, options.signal)) {
    const line = await readBankLine(eventStore, lineId)
    await destroyKey(options, line)
    if (!line.erased)
      await pool.query('delete from bank_line_erasure where line_id = $1 and not done', [lineId])
  }
}
