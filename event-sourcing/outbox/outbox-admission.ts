import { lockTransaction } from '../postgres/advisory-lock.ts'
import { type Pool, transaction } from '../postgres/pool.ts'
import { makeWait, type OutboxItem } from './outbox.ts'

export type AdmissionLimits = {
  /** The limits for one recipient. An entry counts from the time when it is sent. */
  perHour: number
  perDay: number
  /**
   * The limit for all recipients together, in fixed ten-minute windows of the clock. An entry
   * counts in the window in which its event happened. This way, the backlog after an outage does
   * not count as a flood, and the order of arrival does not matter.
   */
  perTenMinutes: number
}

type Admission = 'admitted' | 'recipient' | 'everybody'

type Counts = { isCounted: boolean; hour: number; day: number; everybody: number }

/**
 * Admits an entry, or holds it until a person decides, and records why. An entry counts once, by
 * its event and kind, however often it is tried. A lock across all processes keeps two entries from
 * both taking the last place.
 *
 * @param recipients the recipient's hash under each key; the first hash is stored for a day
 */
export const admit = (
  pool: Pool,
  entry: Pick<OutboxItem, 'id' | 'eventId' | 'kind' | 'happenedAt'>,
  recipients: string[],
  limits: AdmissionLimits,
): Promise<Admission> =>
  transaction(pool, async (connection) => {
    await lockTransaction(connection, 'strand outbox admission')
    const { rows } = await connection.query<Counts>(
      `select
         exists (select from public.outbox where id = $1 and admitted_at is not null)
           or exists (select from public.outbox_admission where event_id = $2 and kind = $3) as "isCounted",
         (select count(*) from public.outbox_admission
           where recipient = any($4) and admitted_at > now() - interval '1 hour') as hour,
         (select count(*) from public.outbox_admission
           where recipient = any($4) and admitted_at > now() - interval '1 day') as day,
         (select count(*) from public.outbox_admission
           where happened_at >= date_bin('10 minutes', $5::timestamptz, 'epoch')
             and happened_at < date_bin('10 minutes', $5::timestamptz, 'epoch')
               + interval '10 minutes') as everybody`,
      [entry.id, entry.eventId, entry.kind, recipients, entry.happenedAt.toISOString()],
    )
    const [counts] = rows
    if (!counts || counts.isCounted) return 'admitted'
    const outcome = outcomeOf(counts, limits)
    if (outcome === 'admitted') {
      await connection.query(
        `insert into public.outbox_admission (event_id, kind, recipient, happened_at)
         values ($1, $2, $3, $4)`,
        [entry.eventId, entry.kind, recipients[0], entry.happenedAt.toISOString()],
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

/**
 * Makes entries that are still held wait for the workers, even beyond the limits; returns their
 * number.
 */
export const releaseHeld = (pool: Pool, ids: number[]): Promise<number> =>
  makeWait(
    pool,
    `update public.outbox
        set state = 'waiting', round = round + 1, reason = null, admitted_at = now()
      where id = any($1::int8[]) and state = 'held'`,
    [ids],
  )

/** Closes entries that are still held, without doing their work; returns their number. */
export const dropHeld = async (pool: Pool, ids: number[]): Promise<number> => {
  const { rowCount } = await pool.query(
    `update public.outbox set state = 'done', reason = 'dropped', finished_at = now()
      where id = any($1::int8[]) and state = 'held'`,
    [ids],
  )
  return rowCount ?? 0
}

/** Deletes admissions older than a day, at most ten thousand; returns their number. */
export const deleteExpiredAdmissions = async (pool: Pool): Promise<number> => {
  const { rowCount } = await pool.query(
    `delete from public.outbox_admission where (event_id, kind) in (
       select event_id, kind from public.outbox_admission
       where admitted_at < now() - interval '1 day' order by admitted_at limit 10000)`,
  )
  return rowCount ?? 0
}
