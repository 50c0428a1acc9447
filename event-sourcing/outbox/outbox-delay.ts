import type { Pool } from '../postgres/pool.ts'
import { makeWait } from './outbox.ts'

// An entry with a due time is delayed: dispatchers do not see it until someone has checked that
// its event still stands, and releases it.

export type DueEntry = { id: number; eventId: string; stream: string; position: string }

/** Up to `limit` delayed entries that are due, and the milliseconds until the next one is. */
export const findDue = async (
  pool: Pool,
  reaction: string,
  limit: number,
): Promise<{ due: DueEntry[]; nextInMs: number | null }> => {
  const { rows } = await pool.query<DueEntry & { inMs: number }>(
    `select id, event_id as "eventId", stream, position::text,
       extract(epoch from due_at - now())::float8 * 1000 as "inMs"
     from public.outbox where state = 'delayed' and reaction = $1 order by due_at, id limit $2`,
    [reaction, limit],
  )
  const due = rows.filter(({ inMs }) => inMs <= 0)
  return { due, nextInMs: rows[due.length]?.inMs ?? null }
}

/** Hands a delayed entry over to the dispatchers. */
export const releaseDelayed = (pool: Pool, id: number): Promise<number> =>
  makeWait(pool, `update public.outbox set state = 'waiting' where id = $1 and state = 'delayed'`, [
    id,
  ])

/** The state of the outbox entry of another event in the stream; undefined if the entry is gone. */
export const stateOfEntry = async (
  pool: Pool,
  eventId: string,
): Promise<{ state: string; reason: string | null } | undefined> => {
  const { rows } = await pool.query<{ state: string; reason: string | null }>(
    'select state, reason from public.outbox where event_id = $1 order by id limit 1',
    [eventId],
  )
  return rows[0]
}
