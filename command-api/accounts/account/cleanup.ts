import { challengeMinutes } from '@strand/contracts/accounts/second-factor'
import { repeatableMinutes } from '@strand/contracts/endpoint'
import type { Log } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { visitMinutes } from '../oidc/visit.ts'

/**
 * How often expired rows are deleted, in milliseconds: often, because strangers' failed sign-ins
 * add rows.
 */
const intervalMs = 600_000

/** Each statement deletes rows that are no longer needed; `$1` is the time of the round. */
const statements = [
  // No session outlives 12 hours.
  `delete from session where created_at < $1::timestamptz - interval '1 day'`,
  `delete from sign_in_failure where first_at < $1::timestamptz - interval '1 hour'`,
  `delete from sign_in_look where last_at < $1::timestamptz - interval '1 hour'`,
  // Kept for 30 days, so that the answer to a used link can say that the link was used.
  `delete from password_reset where requested_at < $1::timestamptz - interval '30 days'
     or (user_id is null and requested_at < $1::timestamptz - interval '1 day')`,
  `delete from sign_in_challenge where made_at < $1::timestamptz - make_interval(mins => ${challengeMinutes})`,
  `delete from oidc_visit where ended_at < $1::timestamptz - make_interval(mins => ${2 * visitMinutes})`,
  `delete from used_once where used_at < $1::timestamptz - make_interval(mins => ${repeatableMinutes})`,
  `delete from known_device_link where made_at < $1::timestamptz - interval '30 days'`,
]

export const deleteExpiredRows = async (pool: Pool, now: Date) => {
  for (const statement of statements) await pool.query(statement, [now])
}

/** Deletes expired rows, now and every ten minutes, so that these tables do not grow. */
export const startAccountCleanup = (options: { pool: Pool; log: Log; now: Now }) => {
  const { pool, log, now } = options
  let underway: Promise<void> = Promise.resolve()
  const round = () => {
    underway = deleteExpiredRows(pool, now()).catch((error) => {
      log.warn({ err: error }, 'outdated sessions and links stay until the next round')
    })
  }
  round()
  const timer = setInterval(round, intervalMs)
  return {
    close: async () => {
      clearInterval(timer)
      await underway
    },
  }
}
