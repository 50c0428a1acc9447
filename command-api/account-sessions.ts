import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { sessionHours, sessionMinutes } from '@strand/contracts/session'
import type { Connection, Pool } from '@strand/platform/postgres'

/**
 * A session and its refresh tokens. A token is `<session id>.<generation>.<mac>`: the mac is an HMAC
 * under TOKEN_SECRET of the session's 256 random bits and of a number that every use counts up. So no
 * token is stored, not even as a hash; the successor of a token can be told again to a second tab;
 * and a token that was ours but is used up is told apart from a forged one, which ends nobody's
 * session.
 */
export type Refreshed =
  | { ok: true; userId: string; sessionId: string; refreshToken: string }
  | { ok: false; reused: boolean; sessionId: string | null }

/** Seconds in which a used token still gives the successor that it gave: two tabs at once. */
const graceSeconds = 10

type Row = {
  id: string
  user_id: string
  seed: Buffer
  generation: number
  alive: boolean
  just_rotated: boolean
}

const macOf = (secret: Buffer, id: string, seed: Buffer, generation: number) =>
  createHmac('sha256', secret)
    .update(`refresh:${id}:${generation}:${seed.toString('hex')}`)
    .digest()

const tokenOf = (secret: Buffer, id: string, seed: Buffer, generation: number) =>
  `${id}.${generation}.${macOf(secret, id, seed, generation).toString('base64url')}`

const written = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,9})\.([\w-]{43})$/

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

/** The session that a refresh token was made for, whatever became of it; null for a forged one. */
const sessionOf = async (pool: Pool, secret: Buffer, token: string, now: Date) => {
  const [, id, generationText, given] = written.exec(token) ?? []
  if (!id || !given) return null
  const { rows } = await pool.query<Row>(select, [id, now])
  const row = rows[0]
  if (!row) return null
  const generation = Number(generationText)
  return timingSafeEqual(
    Buffer.from(given, 'base64url'),
    macOf(secret, id, row.seed, generation),
  ) && generation <= row.generation
    ? { row, generation }
    : null
}

/** A new session of a person, in the transaction that has checked who it is. */
export const startSession = async (
  connection: Connection,
  secret: Buffer,
  userId: string,
  now: Date,
): Promise<{ sessionId: string; refreshToken: string }> => {
  const sessionId = randomUUID()
  const seed = randomBytes(32)
  await connection.query(
    `insert into session (id, user_id, seed, created_at, last_seen_at)
     values ($1, $2, $3, $4, $4)`,
    [sessionId, userId, seed, now],
  )
  return { sessionId, refreshToken: tokenOf(secret, sessionId, seed, 0) }
}

/** Uses a refresh token up for the next one; a token used up before ends its whole session. */
export const refreshSession = async (
  pool: Pool,
  secret: Buffer,
  token: string,
  now: Date,
): Promise<Refreshed> => {
  const found = await sessionOf(pool, secret, token, now)
  if (!found) return { ok: false, reused: false, sessionId: null }
  const { row, generation } = found
  if (!row.alive) return { ok: false, reused: false, sessionId: row.id }
  const next = (number: number): Refreshed => ({
    ok: true,
    userId: row.user_id,
    sessionId: row.id,
    refreshToken: tokenOf(secret, row.id, row.seed, number),
  })
  if (generation === row.generation) {
    const { rowCount } = await pool.query(
      `update session set generation = generation + 1, rotated_at = $3, last_seen_at = $3
       where id = $1 and generation = $2 and ended_at is null`,
      [row.id, generation, now],
    )
    // Without a row another request was faster: the token is now the one before the last.
    return rowCount === 1 ? next(generation + 1) : refreshSession(pool, secret, token, now)
  }
  if (generation === row.generation - 1 && row.just_rotated) return next(row.generation)
  await pool.query('update session set ended_at = $2 where id = $1 and ended_at is null', [
    row.id,
    now,
  ])
  return { ok: false, reused: true, sessionId: row.id }
}

/** Whose session a refresh token belongs to, if it still lives; null for a forged token. */
export const findSession = async (pool: Pool, secret: Buffer, token: string, now: Date) => {
  const found = await sessionOf(pool, secret, token, now)
  return found
    ? { sessionId: found.row.id, userId: found.row.user_id, alive: found.row.alive }
    : null
}

/** Ends one session; false when it had ended before. */
export const endSession = async (connection: Connection, sessionId: string, now: Date) => {
  const { rowCount } = await connection.query(
    'update session set ended_at = $2 where id = $1 and ended_at is null',
    [sessionId, now],
  )
  return rowCount === 1
}

/** Ends every session of a person, but for the one they are changing something in. */
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

/** Makes every mailed link to reset a person's password worthless. */
export const voidResets = async (connection: Connection, userId: string) => {
  await connection.query(
    'update password_reset set void = true where user_id = $1 and used_at is null and not void',
    [userId],
  )
}
