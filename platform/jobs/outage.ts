import type { Pool } from '@strand/event-sourcing/postgres/pool'

/**
 * A period in which a reactor's work cannot be done, for example because the mail server is down.
 */
type Outage = { since: Date; reason: string }

/** Records an outage unless one is recorded already; returns whether this call recorded it. */
export const startOutage = async (pool: Pool, reaction: string, reason: string) => {
  const { rowCount } = await pool.query(
    `insert into public.outbox_outage (reaction, reason) values ($1, left($2, 500))
     on conflict do nothing`,
    [reaction, reason],
  )
  return rowCount === 1
}

export const findOutage = async (pool: Pool, reaction: string): Promise<Outage | null> => {
  const { rows } = await pool.query<Outage>(
    'select since, reason from public.outbox_outage where reaction = $1',
    [reaction],
  )
  return rows[0] ?? null
}

/**
 * Ends the outage. Returns false if there is none, for example because another process has ended
 * it.
 */
export const endOutage = async (pool: Pool, reaction: string): Promise<boolean> => {
  const { rowCount } = await pool.query('delete from public.outbox_outage where reaction = $1', [
    reaction,
  ])
  return rowCount === 1
}
