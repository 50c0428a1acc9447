import { randomUUID } from 'node:crypto'
import { challengeMinutes } from '@strand/contracts/accounts/second-factor'
import type { Connection, Pool } from '@strand/event-sourcing/postgres/pool'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import { mailedToken, readMailedToken } from '@strand/platform/crypto/mailed-token'
import type { Sealed } from '@strand/platform/crypto/personal-data'
import type { Account } from '../account/account.ts'

/**
 * `sign-in`: the password was right, and the second factor is still to come. `enrol`: the password
 * was right, and the person must enrol a factor. `add`: a signed-in person adds a factor. `oidc`:
 * the provider has identified the person, and the browser is about to finish the sign-in.
 */
export type Purpose = 'sign-in' | 'enrol' | 'add' | 'oidc'

export type Challenge = {
  id: string
  userId: string
  purpose: Purpose
  passwordVersion: number
  /** The TOTP secret being enrolled, or the WebAuthn challenge. */
  totp: Sealed | null
  webauthn: string | null
}

/**
 * The maximum number of open challenges per person. Beyond this number, a new challenge ends the
 * oldest.
 */
const maximum = 10

const notOver = `made_at > $2::timestamptz - make_interval(mins => ${challengeMinutes})`

/** Returns the challenge's token, which cannot be derived from the table. */
export const makeChallenge = async (
  pool: Pool,
  secret: KeyRing,
  { userId, passwordVersion }: Pick<Account, 'userId' | 'passwordVersion'>,
  purpose: Purpose,
  now: Date,
  { totp = null, webauthn = null }: Partial<Pick<Challenge, 'totp' | 'webauthn'>> = {},
): Promise<string> => {
  const id = randomUUID()
  await pool.query(
    `with old as (
       delete from sign_in_challenge where id in (
         select id from sign_in_challenge where user_id = $2
         order by made_at desc offset ${maximum - 1}))
     insert into sign_in_challenge (id, user_id, password_version, purpose, made_at, totp, webauthn)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, userId, passwordVersion, purpose, now, totp, webauthn],
  )
  return mailedToken(secret, 'sign-in-challenge', id)
}

type Row = {
  id: string
  user_id: string
  purpose: Purpose
  password_version: number
  totp: Sealed | null
  webauthn: string | null
}

/** The challenge that a token stands for; null if it is expired, used, or for another purpose. */
export const findChallenge = async (
  pool: Pool,
  secret: KeyRing,
  token: string,
  purposes: Purpose[],
  now: Date,
): Promise<Challenge | null> => {
  const id = readMailedToken(secret, 'sign-in-challenge', token)
  if (id === null) return null
  const { rows } = await pool.query<Row>(
    `select id, user_id, purpose, password_version, totp, webauthn
     from sign_in_challenge where id = $1 and ${notOver}`,
    [id, now],
  )
  const [row] = rows
  if (!row || !purposes.includes(row.purpose)) return null
  const { purpose, totp, webauthn } = row
  return {
    id: row.id,
    userId: row.user_id,
    purpose,
    totp,
    webauthn,
    passwordVersion: row.password_version,
  }
}

/** The name under which `UsedOnce` stores the challenge of a token. */
export const challengeThing = (secret: KeyRing, token: string) =>
  `challenge:${readMailedToken(secret, 'sign-in-challenge', token)}`

export const keepForEnrolment = async (
  pool: Pool,
  { id }: Challenge,
  { totp, webauthn }: Pick<Challenge, 'totp' | 'webauthn'>,
) => {
  await pool.query('update sign_in_challenge set totp = $2, webauthn = $3 where id = $1', [
    id,
    totp,
    webauthn,
  ])
}

/**
 * Uses up a challenge, in the transaction of what it permits. Returns false if another request was
 * first.
 */
export const useChallenge = async (connection: Connection, { id }: Challenge) => {
  const { rowCount } = await connection.query('delete from sign_in_challenge where id = $1', [id])
  return rowCount === 1
}
