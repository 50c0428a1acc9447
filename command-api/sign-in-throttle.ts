import { createHmac } from 'node:crypto'
import type { Now } from '@strand/platform/clock'
import { Rejected } from '@strand/platform/errors'
import { type Connection, type Pool, transaction } from '@strand/platform/postgres'

const allowedFailures = 5
const windowMinutes = 15
/** Tries for one address that may wait for each other in this process. */
const longestLine = 50

const countFailure = `
  insert into sign_in_failure as known (email_key, failures, first_at) values ($1, 1, $2)
  on conflict (email_key) do update set
    failures = case when known.first_at > $2::timestamptz - make_interval(mins => ${windowMinutes})
      then known.failures + 1 else 1 end,
    first_at = case when known.first_at > $2::timestamptz - make_interval(mins => ${windowMinutes})
      then known.first_at else $2 end`

const tooMany = (seconds: number) =>
  new Rejected('too-many-requests', 'Too many failed attempts, please try again later', {
    retryAfter: Math.max(1, Math.ceil(seconds)),
  })

/** What a check of a password found; `record` writes more in the failure's own transaction. */
export type Checked<T> =
  | { ok: true; value: T }
  | { ok: false; record?: (connection: Connection) => Promise<void> }

export type SignInThrottle = {
  /**
   * Runs `check` unless the address has failed 5 times within 15 minutes; null when it failed. A
   * success clears the count. Throws 429 until the 15 minutes are over, for known and unknown
   * addresses alike.
   */
  attempt: <T>(email: string, check: () => Promise<Checked<T>>) => Promise<T | null>
  /** Forgets the failures of an address, for whoever has proved to own it. */
  forgive: (email: string, connection: Connection) => Promise<void>
}

/**
 * Counts failed passwords per e-mail address, in the database, so that neither another process nor
 * a restart gives fresh tries. Tries for one address go one after the other, or fifty at once would
 * all pass before the first of them has failed.
 */
export const openSignInThrottle = ({
  pool,
  secret,
  now,
}: {
  pool: Pool
  secret: Buffer
  now: Now
}): SignInThrottle => {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>()
  // What strangers type may be anybody's address: only a keyed hash of it is kept.
  const keyOf = (email: string) =>
    createHmac('sha256', secret).update(`sign-in:${email.toLowerCase()}`).digest()

  const inLine = async <T>(email: string, work: () => Promise<T>): Promise<T> => {
    const name = email.toLowerCase()
    const line = lines.get(name) ?? { last: Promise.resolve(), length: 0 }
    if (line.length >= longestLine) throw tooMany(5)
    line.length++
    lines.set(name, line)
    const turn = line.last.then(work)
    line.last = turn.catch(() => {})
    try {
      return await turn
    } finally {
      line.length--
      if (line.length === 0) lines.delete(name)
    }
  }

  return {
    attempt: (email, check) =>
      inLine(email, async () => {
        const key = keyOf(email)
        const { rows } = await pool.query<{ seconds: number }>(
          `select extract(epoch from first_at + make_interval(mins => ${windowMinutes}) - $2)::float8
             as seconds
           from sign_in_failure
           where email_key = $1 and failures >= ${allowedFailures}
             and first_at > $2::timestamptz - make_interval(mins => ${windowMinutes})`,
          [key, now()],
        )
        if (rows[0]) throw tooMany(rows[0].seconds)
        const checked = await check()
        if (checked.ok) {
          await pool.query('delete from sign_in_failure where email_key = $1', [key])
          return checked.value
        }
        await transaction(pool, async (connection) => {
          await connection.query(countFailure, [key, now()])
          await checked.record?.(connection)
        })
        return null
      }),
    forgive: async (email, connection) => {
      await connection.query('delete from sign_in_failure where email_key = $1', [keyOf(email)])
    },
  }
}
