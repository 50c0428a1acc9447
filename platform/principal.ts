import { accessTokens } from './access-token.ts'
import type { Now } from './clock.ts'
import { unavailable } from './errors.ts'
import type { Pool } from './postgres.ts'

/** Who makes a request, as the session's row and the account's say at this very moment. */
export type Principal = {
  userId: string
  sessionId: string
  email: string
  role: string
  permissions: readonly string[]
  status: 'pending' | 'active'
}

type Row = { email: string; role: string; status: 'pending' | 'active'; unseen: boolean }

/** Minutes without a request after which a session ends, and hours after which any does. */
const inactiveMinutes = 18
const longestHours = 12
/** A session's last request is known to this many seconds, so that most requests write nothing. */
const seenSeconds = 15

/** Asked at every request, and so a mere read; what it finds unseen is written down by the other. */
const sessionOfToken = `
  select account.email, account.role, account.status,
    session.last_seen_at <= $3::timestamptz - make_interval(secs => ${seenSeconds}) as unseen
  from session join account using (user_id)
  where session.id = $1 and session.user_id = $2 and session.ended_at is null
    and session.last_seen_at > $3::timestamptz - make_interval(mins => ${inactiveMinutes})
    and session.created_at > $3::timestamptz - make_interval(hours => ${longestHours})
    and account.status in ('pending', 'active')`
const seen = `
  update session set last_seen_at = $2
  where id = $1 and ended_at is null
    and last_seen_at <= $2::timestamptz - make_interval(secs => ${seenSeconds})`

/**
 * Who a bearer token belongs to. Besides the token it checks, in one statement, command-api's tables
 * `session` and `account`: signing out, archiving and a change of role take effect at once, and so
 * do 18 minutes of inactivity and 12 hours of a session. Throws when Postgres cannot answer.
 *
 * @param tokenSecret what the access tokens are signed with: 32 bytes, `TOKEN_SECRET`
 * @param permissionsOf what a role may do; the roles are the business's, not ours
 */
export const authenticator = (options: {
  pool: Pool
  tokenSecret: Buffer
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
        // A reading service may be up before command-api has made its tables for the first time.
        if (error instanceof Error && 'code' in error && error.code === '42P01')
          throw unavailable('Sign-in', error)
        throw error
      })
    if (!rows[0]) return null
    const { unseen, ...row } = rows[0]
    if (unseen) await pool.query(seen, [claims.sessionId, now()])
    return { ...claims, ...row, permissions: permissionsOf(row.role) }
  }
}

/**
 * Whether a session is still good, for an answer that goes on after its request: the question is no
 * activity of the person, and does not prolong the session.
 */
export const sessionLives =
  ({ pool, now }: { pool: Pool; now: Now }) =>
  async (sessionId: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `select from session join account using (user_id)
       where session.id = $1 and session.ended_at is null and account.status = 'active'
         and session.last_seen_at > $2::timestamptz - make_interval(mins => ${inactiveMinutes})
         and session.created_at > $2::timestamptz - make_interval(hours => ${longestHours})`,
      [sessionId, now()],
    )
    return rowCount === 1
  }
