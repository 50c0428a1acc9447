import type { Pool } from '../postgres/pool.ts'
import { makeWait } from './outbox.ts'

/**
 * Makes entries wait again if they were dispatched more than `seconds` ago and have not been done,
 * failed or tried since. They keep their round, and with it their job's id, so that the queue
 * recognizes a job that it still has. Returns their number.
 */
export const requeueLost = (pool: Pool, seconds: number): Promise<number> =>
  makeWait(
    pool,
    `update public.outbox set state = 'waiting'
      where state = 'dispatched' and dispatched_at < now() - make_interval(secs => $1::float8)`,
    [seconds],
  )

/** The maximum number of entries deleted per call, so that each call is short. */
const maxForgotten = 1_000

/**
 * Deletes entries that are more than `days` days old and are done, were too old from the start, or
 * are held; at most the oldest thousand. The reactor does not create them again, because its
 * horizon is shorter. Failed entries stay until a person has dealt with them. Returns the number of
 * deleted entries.
 */
export const deleteFinished = async (pool: Pool, days: number): Promise<number> => {
  const { rowCount } = await pool.query(
    `delete from public.outbox where id in (
       select id from (
         select id, created_at from public.outbox
         where state in ('done', 'too-old', 'held') order by id limit ${maxForgotten}) oldest
       where created_at < now() - make_interval(days => $1))`,
    [days],
  )
  return rowCount ?? 0
}
