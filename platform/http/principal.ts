import { unavailable } from '@strand/event-sourcing/errors'
import { isMissingTable } from '@strand/event-sourcing/postgres/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '../clock.ts'
import { accessTokens } from '../crypto/access-token.ts'
import type { KeyRing } from '../crypto/key-ring.ts'

/** The user who makes a request, with the current data from the `session` and `account` tables. */
export type Principal = {
  userId: string
  sessionId: string
  email: string
  role: string
  permissions: readonly string[]
  status: 'pending' | 'active'
}

type Row = { email: string; role: string; status: 'pending' | 'active'; unseen: boolean }

/** A session ends after this many minutes without a request, and always after this many hours. */
const inactiveMinutes = 18
const maxHours = 12
/** `last_seen_at` may be this many seconds late, so that most requests need no write. */
const seenSeconds = 15

/**
 * Runs on every request, so it only reads. If `unseen` is true, `seen` then updates the session.
 */
const sessionOfToken = `
  select account.email, account.role, account.status,
    session.last_seen_at <= $3::timestamptz - make_interval(secs => ${seenSeconds}) as unseen
  from session join account using (user_id)
  where session.id = $1 and session.user_id = $2 and session.ended_at is null
    and session.last_seen_at > $3::timestamptz - make_interval(mins => ${inactiveMinutes})
    and session.created_at > $3::timestamptz - make_interval(hours => ${maxHours})
    and account.status in ('pending', 'active')`
const seen = `
  update session set last_seen_at = $2
  where id = $1 and ended_at is null
    and last_seen_at <= $2::timestamptz - make_interval(secs => ${seenSeconds})`

/**
 * Finds the owner of a bearer token. One statement also checks command-api's tables `session` and
 * `account`, so signing out, archiving an account and changing a role take effect immediately, and
 * so do a session's limits of 18 idle minutes and 12 hours. Throws if Postgres does not answer.
 *
 * @param options.tokenSecret signs access tokens: `TOKEN_SECRET`, 32 bytes
 * @param options.permissionsOf what a role may do; the shop defines the roles, not this package
 */
export const authenticator = (options: {
  pool: Pool
  tokenSecret: KeyRing
  permissionsOf: (role: string) => readonly string[]
  now: Now
}) => {
  const { pool, now, permissionsOf } = options
  const tokens = accessTokens({ secret: options.tokenSecret, now })
  return async (token: string): Promise<Principal | null> => {
    const claims = await tokens.verify(token)
    if (!claims) return null
    const values = [claims.sessionId, claims.userId, now()]
    const { rows } = await pool
      .query<Row>({ name: 'session-of-token', text: sessionOfToken, values })
      .catch((error) => {
        // A query service may start before command-api has created its tables for the first time.
        if (isMissingTable(error)) throw unavailable('Sign-in', error)
        throw error
      })
    if (!rows[0]) return null
    const { unseen, ...row } = rows[0]
    if (unseen) await pool.query(seen, [claims.sessionId, now()])
    return { ...claims, ...row, permissions: permissionsOf(row.role) }
  }
}

/**
 * Checks that a session is still valid, for a response that continues after its request. The check
 * does not count as activity, so it does not extend the session.
 */
export const sessionChecker =
  ({ pool, now }: { pool: Pool; now: Now }) =>
  async (sessionId: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `select from session join account using (user_id)
       where session.id = $1 and session.ended_at is null and account.status = 'active'
         and session.last_seen_at > $2::timestamptz - make_interval(mins => ${inactiveMinutes})
         and session.created_at > $2::timestamptz - make_interval(hours => ${maxHours})`,
      [sessionId, now()],
    )
    return rowCount === 1
  }
