import type { OutboxItem } from './outbox.ts'
import { type Pool, transaction } from './postgres.ts'

/** How many entries strangers may cause. */
export type AdmissionLimits = {
  /** For one recipient, by the time of sending. */
  perHour: number
  perDay: number
  /**
   * For all recipients together, by the time of the events, from one full ten minutes of the clock to
   * the next: an outage that ends is no flood, and the order in which entries come does not matter.
   */
  perTenMinutes: number
}

export type Admission = 'admitted' | 'recipient' | 'everybody'

type Counts = { known: boolean; hour: number; day: number; everybody: number }

/**
 * Lets an entry through, or holds it with the reason until a person decides. An entry counts once,
 * by its event and kind, however often it is handled. Of all processes one at a time counts, so that
 * no two entries get the last place.
 *
 * @param recipient a keyed hash; kept for a day
 */
export const admit = (
  pool: Pool,
  entry: Pick<OutboxItem, 'id' | 'eventId' | 'kind' | 'happenedAt'>,
  recipient: string,
  limits: AdmissionLimits,
): Promise<Admission> =>
  transaction(pool, async (connection) => {
    await connection.query(`select pg_advisory_xact_lock(hashtext('strand outbox admission'))`)
    const { rows } = await connection.query<Counts>(
      `select
         exists (select from public.outbox where id = $1 and admitted_at is not null)
           or exists (select from public.outbox_admission where event_id = $2 and kind = $3) as known,
         (select count(*) from public.outbox_admission
           where recipient = $4 and admitted_at > now() - interval '1 hour') as hour,
         (select count(*) from public.outbox_admission
           where recipient = $4 and admitted_at > now() - interval '1 day') as day,
         (select count(*) from public.outbox_admission
           where happened_at >= date_bin('10 minutes', $5::timestamptz, 'epoch')
             and happened_at < date_bin('10 minutes', $5::timestamptz, 'epoch')
               + interval '10 minutes') as everybody`,
      [entry.id, entry.eventId, entry.kind, recipient, entry.happenedAt.toISOString()],
    )
    const [counts] = rows
    if (!counts || counts.known) return 'admitted'
    const outcome = outcomeOf(counts, limits)
    if (outcome === 'admitted') {
      await connection.query(
        `insert into public.outbox_admission (event_id, kind, recipient, happened_at)
         values ($1, $2, $3, $4)`,
        [entry.eventId, entry.kind, recipient, entry.happenedAt.toISOString()],
      )
      await connection.query('update public.outbox set admitted_at = now() where id = $1', [
        entry.id,
      ])
    } else
      await connection.query(
        `update public.outbox set state = 'held', held_at = now(), reason = $2
          where id = $1 and state in ('waiting', 'dispatched')`,
        [entry.id, reasonOf[outcome](limits)],
      )
    return outcome
  })

const outcomeOf = ({ hour, day, everybody }: Counts, limits: AdmissionLimits): Admission => {
  if (hour >= limits.perHour || day >= limits.perDay) return 'recipient'
  return everybody >= limits.perTenMinutes ? 'everybody' : 'admitted'
}

const reasonOf = {
  recipient: ({ perHour, perDay }: AdmissionLimits) =>
    `More than ${perHour} an hour or ${perDay} a day to one address`,
  everybody: ({ perTenMinutes }: AdmissionLimits) =>
    `More than ${perTenMinutes} in ten minutes for the whole shop`,
}

/** Held entries, the latest first, at most `limit`; of `ids` alone where they are given. */
export const listHeld = async (pool: Pool, limit: number, ids?: number[]): Promise<number[]> => {
  const { rows } = await pool.query<{ id: number }>(
    `select id from public.outbox where state = 'held' and ($2::int8[] is null or id = any($2))
      order by held_at desc, id desc limit $1`,
    [limit, ids ?? null],
  )
  return rows.map(({ id }) => id)
}

/** Makes held entries wait to be done, past every limit; the answer is how many were still held. */
export const releaseHeld = async (pool: Pool, ids: number[]): Promise<number> => {
  const { rowCount } = await pool.query(
    `update public.outbox
        set state = 'waiting', round = round + 1, reason = null, admitted_at = now()
      where id = any($1::int8[]) and state = 'held'`,
    [ids],
  )
  if (rowCount) await pool.query(`select pg_notify('outbox', '')`)
  return rowCount ?? 0
}

/** Closes held entries without the work; the answer is how many were still held. */
export const dropHeld = async (pool: Pool, ids: number[]): Promise<number> => {
  const { rowCount } = await pool.query(
    `update public.outbox set state = 'done', reason = 'dropped', finished_at = now()
      where id = any($1::int8[]) and state = 'held'`,
    [ids],
  )
  return rowCount ?? 0
}

/** Deletes what counts no more, ten thousand rows at most; the answer is their number. */
export const forgetAdmissions = async (pool: Pool): Promise<number> => {
  const { rowCount } = await pool.query(
    `delete from public.outbox_admission where (event_id, kind) in (
       select event_id, kind from public.outbox_admission
       where admitted_at < now() - interval '1 day' order by admitted_at limit 10000)`,
  )
  return rowCount ?? 0
}
