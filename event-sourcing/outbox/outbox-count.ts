import type { Pool } from '../postgres/pool.ts'

const openStates = ['delayed', 'waiting', 'dispatched', 'held', 'failed'] as const

type OutboxCount = {
  /** The number of a reactor's unfinished entries in each state. */
  states: Record<(typeof openStates)[number], number>
  /** Seconds since the oldest entry that is waiting or queued was due; 0 if there is none. */
  oldestSeconds: number
  /** Seconds since an outage began, during which the work cannot be done; 0 if there is none. */
  outageSeconds: number
}

export const countOutbox = async (pool: Pool, reaction: string): Promise<OutboxCount> => {
  const counts = openStates.map(
    (state) =>
      `(select count(*)::int from public.outbox where state = '${state}' and reaction = $1) as "${state}"`,
  )
  const { rows } = await pool.query<OutboxCount['states'] & Omit<OutboxCount, 'states'>>(
    `select ${counts.join(', ')},
       coalesce((select extract(epoch from now() - min(coalesce(due_at, created_at)))::float8
         from public.outbox
         where state in ('waiting', 'dispatched') and reaction = $1), 0) as "oldestSeconds",
       coalesce((select extract(epoch from now() - since)::float8
         from public.outbox_outage where reaction = $1), 0) as "outageSeconds"`,
    [reaction],
  )
  const [row] = rows
  if (!row) throw new Error('a count always has a row')
  const { oldestSeconds, outageSeconds, ...states } = row
  return { states, oldestSeconds, outageSeconds }
}
