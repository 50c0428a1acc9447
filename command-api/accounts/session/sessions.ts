import { randomBytes, randomUUID } from 'node:crypto'
import { sessionHours, sessionMinutes } from '@strand/contracts/accounts/session'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { isMacOf, type KeyRing, macOf } from '@strand/platform/crypto/key-ring'

/**
 * The result of using a refresh token. A token is `<session id>.<generation>.<mac>`. The mac is an
 * HMAC under `TOKEN_SECRET` of the session's 256 random bits and a number that increases with each
 * use. So no token is stored, not even as a hash, and a second tab can get a token's successor
 * again. If a used-up token is sent again, its session ends; a forged token ends no session.
 */
type RefreshResult =
  | { ok: true; userId: string; sessionId: string; refreshToken: string }
  | { ok: false; reused: boolean; sessionId: string | null }

/**
 * In seconds: how long a used token can still be exchanged for the same successor, because two tabs
 * may use it at once.
 */
const graceSeconds = 10

type Row = {
  id: string
  user_id: string
  seed: Buffer
  generation: number
  alive: boolean
  just_rotated: boolean
}

const textOf = (id: string, seed: Buffer, generation: number) =>
  `refresh:${id}:${generation}:${seed.toString('hex')}`

const tokenOf = (secret: KeyRing, id: string, seed: Buffer, generation: number) =>
  `${id}.${generation}.${macOf(secret, textOf(id, seed, generation)).toString('base64url')}`

const tokenPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})\.([\w-]{43})$/

const select = `
  select id, user_id, seed, generation,
    ended_at is null
      and last_seen_at > $2::timestamptz - make_interval(mins => ${sessionMinutes})
      and created_at > $2::timestamptz - make_interval(hours => ${sessionHours})
      and exists (select from account
        where account.user_id = session.user_id and status in ('pending', 'active')) as alive,
    coalesce(rotated_at > $2::timestamptz - make_interval(secs => ${graceSeconds}), false)
      as just_rotated
  from session where id = $1`

/** The session of a refresh token, alive or not; null for a forged token. */
const findSessionByToken = async (pool: Pool, secret: KeyRing, token: string, now: Date) => {
  const [, id, generationText, given] = tokenPattern.exec(token) ?? []
  if (!id || !given) return null
  const { rows } = await pool.query<Row>(select, [id, now])
  const row = rows[0]
  if (!row) return null
  const generation = Number(generationText)
  const isOurs = isMacOf(secret, textOf(id, row.seed, generation), Buffer.from(given, 'base64url'))
  return isOurs && generation <= row.generation ? { row, generation } : null
}

export const startSession = async (
  connection: Connection,
  { userId, device }: { userId: string; device: string },
  now: Date,
): Promise<{ sessionId: string }> => {
  const sessionId = randomUUID()
  const seed = randomBytes(32)
  await connection.query(
    `insert into session (id, user_id, seed, created_at, last_seen_at, device)
     values ($1, $2, $3, $4, $4, $5)`,
    [sessionId, userId, seed, now, device],
  )
  return { sessionId }
}

/** Recognizes a client that asks for a token's successor again. */
type RepeatedExchange = {
  keep: (connection: Connection, thing: string) => Promise<void>
  isKnown: (thing: string) => Promise<boolean>
}

/**
 * Exchanges a refresh token for the next one. If a used-up token is sent again, its whole session
 * ends, unless the sender is a client that lost the answer: this client may repeat the exchange
 * until the successor is used. Decision 300.
 */
export const refreshSession = async (
  pool: Pool,
  secret: KeyRing,
  token: string,
  now: Date,
  again: RepeatedExchange,
): Promise<RefreshResult> => {
  const found = await findSessionByToken(pool, secret, token, now)
  if (!found) return { ok: false, reused: false, sessionId: null }
  const { row, generation } = found
  if (!row.alive) return { ok: false, reused: false, sessionId: row.id }
  const thing = `refresh:${row.id}:${generation}`
  const next = (number: number): RefreshResult => ({
    ok: true,
    userId: row.user_id,
    sessionId: row.id,
    refreshToken: tokenOf(secret, row.id, row.seed, number),
  })
  if (generation === row.generation) {
    const isRotated = await transaction(pool, async (connection) => {
      const { rowCount } = await connection.query(
        `update session set generation = generation + 1, rotated_at = $3, last_seen_at = $3
         where id = $1 and generation = $2 and ended_at is null`,
        [row.id, generation, now],
      )
      if (rowCount === 1) await again.keep(connection, thing)
      return rowCount === 1
    })
    // If nothing was rotated here, another request was first, and this token is now the previous
    // one.
    return isRotated ? next(generation + 1) : refreshSession(pool, secret, token, now, again)
  }
  const isPrevious = generation === row.generation - 1
  if (isPrevious && (row.just_rotated || (await again.isKnown(thing)))) return next(row.generation)
  await pool.query('update session set ended_at = $2 where id = $1 and ended_at is null', [
    row.id,
    now,
  ])
  return { ok: false, reused: true, sessionId: row.id }
}

/**
 * The session and person of a refresh token, and whether the session is alive; null for a forged
 * token.
 */
export const findSession = async (pool: Pool, secret: KeyRing, token: string, now: Date) => {
  const found = await findSessionByToken(pool, secret, token, now)
  return found
    ? { sessionId: found.row.id, userId: found.row.user_id, alive: found.row.alive }
    : null
}

/**
 * A session's first refresh token, which the server sends again each time its answer is lost. Null
 * once the token has been used, because then an answer has arrived.
 */
export const firstToken = async (
  pool: Pool,
  secret: KeyRing,
  sessionId: string,
  now: Date,
): Promise<string | null> => {
  const { rows } = await pool.query<Row>(select, [sessionId, now])
  const [row] = rows
  return row?.alive && row.generation === 0 ? tokenOf(secret, row.id, row.seed, 0) : null
}

/** Ends one session; false if it had already ended. */
export const endSession = async (connection: Connection, sessionId: string, now: Date) => {
  const { rowCount } = await connection.query(
    'update session set ended_at = $2 where id = $1 and ended_at is null',
    [sessionId, now],
  )
  return rowCount === 1
}

/** Ends a person's sessions, except the session with the id `except`. */
export const endSessions = async (
  connection: Connection,
  userId: string,
  now: Date,
  except: string | null = null,
) => {
  await connection.query(
    `update session set ended_at = $2
     where user_id = $1 and ended_at is null and id is distinct from $3`,
    [userId, now, except],
  )
}

export const voidPasswordResets = async (connection: Connection, userId: string) => {
  await connection.query(
    'update password_reset set void = true where user_id = $1 and used_at is null and not void',
    [userId],
  )
}
