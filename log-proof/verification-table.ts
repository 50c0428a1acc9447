import { randomUUID } from 'node:crypto'
import type { Pool } from '@strand/event-sourcing/postgres/pool'

export type StoredVerification = {
  id: string
  state: 'waiting' | 'running' | 'whole' | 'wrong' | 'failed'
  /** A user's id; null for `npm run verify`. */
  requestedBy: string | null
  requestedAt: Date
  endedAt: Date | null
  done: number
  ofAbout: number
  firstWrong: number | null
  outcome: string
}

const kept = 100

const columns = `id, state, requested_by as "requestedBy", requested_at as "requestedAt",
  ended_at as "endedAt", done, of_about as "ofAbout", first_wrong as "firstWrong", outcome`

/**
 * The verification that is waiting or running, the last one requested, and the last one that ended.
 */
export const readVerifications = async (pool: Pool) => {
  const one = async (condition: string, order: string) => {
    const { rows } = await pool.query<StoredVerification>(
      `select ${columns} from log_proof.verification
        where ${condition} order by ${order} desc limit 1`,
    )
    return rows[0] ?? null
  }
  return {
    current: await one(`state in ('waiting', 'running')`, 'requested_at'),
    latest: await one('true', 'requested_at'),
    lastEnded: await one('ended_at is not null', 'ended_at'),
  }
}

/** Requests a verification, or returns the one that is already waiting or running. */
export const requestVerification = async (
  pool: Pool,
  requestedBy: string,
): Promise<StoredVerification> => {
  const { rows } = await pool.query<StoredVerification>(
    `insert into log_proof.verification (id, state, requested_by) values ($1, 'waiting', $2)
     on conflict do nothing returning ${columns}`,
    [randomUUID(), requestedBy],
  )
  if (rows[0]) return rows[0]
  const { latest } = await readVerifications(pool)
  if (!latest) throw new Error('No verification is waiting, and none was started')
  return latest
}

/** Starts the waiting verification; null if there is none. */
export const beginVerification = async (pool: Pool): Promise<string | null> => {
  const { rows } = await pool.query<{ id: string }>(
    `update log_proof.verification set state = 'running', alive_at = now()
      where state = 'waiting' returning id`,
  )
  return rows[0]?.id ?? null
}

export const reportProgress = async (
  pool: Pool,
  id: string,
  { done, ofAbout }: { done: number; ofAbout: number },
): Promise<void> => {
  await pool.query(
    `update log_proof.verification set alive_at = now(), done = $2, of_about = $3
      where id = $1 and state = 'running'`,
    [id, done, ofAbout],
  )
}

export type Outcome = {
  state: 'whole' | 'wrong' | 'failed'
  firstWrong: number | null
  outcome: string
  done: number
}

/**
 * Records the outcome.
 *
 * @param id null for a verification from the command line
 */
export const endVerification = async (
  pool: Pool,
  id: string | null,
  { state, firstWrong, outcome, done }: Outcome,
): Promise<void> => {
  await pool.query(
    `insert into log_proof.verification
       (id, state, ended_at, first_wrong, outcome, done, of_about)
     values ($1, $2, now(), $3, left($4, 1000), $5, $5)
     on conflict (id) do update
       set state = excluded.state, ended_at = excluded.ended_at, first_wrong = excluded.first_wrong,
         outcome = excluded.outcome, done = excluded.done, of_about = excluded.of_about`,
    [id ?? randomUUID(), state, firstWrong, outcome, done],
  )
  await pool.query(
    `delete from log_proof.verification where ended_at is not null and id not in (
       select id from log_proof.verification order by requested_at desc limit ${kept})`,
  )
}

/** Marks verifications as failed if their process no longer reports. */
export const endAbandoned = async (pool: Pool, seconds: number): Promise<void> => {
  await pool.query(
    `update log_proof.verification set state = 'failed', ended_at = now(),
        outcome = 'Its process ended before it did'
      where state = 'running' and alive_at < now() - make_interval(secs => $1)`,
    [seconds],
  )
}
