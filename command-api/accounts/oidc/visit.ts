import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { isMacOf, type KeyRing, keyRing, macOf } from '@strand/platform/crypto/key-ring'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { openSecureCookie } from '../secure-cookie.ts'

/**
 * A visit to the provider. The state that the provider must send back is derived from the id and
 * `TOKEN_SECRET`.
 */
export type Visit = {
  id: string
  /** Seconds since 1970. */
  madeAt: number
  state: string
  nonce: string
  codeVerifier: string
}

/**
 * In minutes: how long a person has to return from the provider, and then again to finish signing
 * in.
 */
export const visitMinutes = 10
const maxAge = visitMinutes * 60

const written = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,12})\.([\w-]{43})$/

const isSame = (given: string, expected: string) => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

export type Visits = ReturnType<typeof openVisits>

/**
 * A cookie ties a visit to the browser that began it. Until the browser returns, the cookie
 * contains the visit's id and time with an HMAC. Afterwards it contains a new token, so that
 * someone who knew or planted the earlier cookie cannot finish the sign-in.
 */
export const openVisits = (options: {
  pool: Pool
  secret: KeyRing
  publicUrl: string
  now: Now
}) => {
  const { pool, secret, now } = options
  // `lax`, because a browser does not send a `strict` cookie with another site's redirect.
  const cookie = openSecureCookie({ ...options, name: 'strand_oidc', path: '/api/login/oidc' })
  const seconds = () => Math.floor(now().getTime() / 1000)
  const textOfCookie = (id: string, madeAt: number) => `oidc-visit:${id}:${madeAt}`
  /** Derives a visit's values with the key that signed its cookie. */
  const visitUnder = (ring: KeyRing, id: string, madeAt: number): Visit => {
    const derived = (part: string) => macOf(ring, `oidc-${part}:${id}`).toString('base64url')
    return {
      id,
      madeAt,
      state: derived('state'),
      nonce: derived('nonce'),
      codeVerifier: derived('verifier'),
    }
  }

  return {
    begin: (): Visit => visitUnder(secret, randomUUID(), seconds()),
    remember: (reply: FastifyReply, { id, madeAt }: Visit) =>
      cookie.write(
        reply,
        `${id}.${madeAt}.${macOf(secret, textOfCookie(id, madeAt)).toString('base64url')}`,
        { sameSite: 'lax', maxAge },
      ),
    /** The visit that this browser began, if `state` belongs to that visit; null otherwise. */
    find: (request: FastifyRequest, state: string | undefined): Visit | null => {
      const [, id, madeAtText, mac] = written.exec(cookie.read(request)) ?? []
      if (!id || !mac) return null
      const madeAt = Number(madeAtText)
      const given = Buffer.from(mac, 'base64url')
      const key = secret.find((one) => isMacOf(keyRing(one), textOfCookie(id, madeAt), given))
      if (!key || madeAt + maxAge <= seconds()) return null
      const visit = visitUnder(keyRing(key), id, madeAt)
      return isSame(state ?? '', visit.state) ? visit : null
    },
    /** Uses up a visit; false if another request was first. */
    end: async ({ id }: Visit): Promise<boolean> => {
      const { rowCount } = await pool.query(
        'insert into oidc_visit (id, ended_at) values ($1, $2) on conflict do nothing',
        [id, now()],
      )
      return rowCount === 1
    },
    keepToken: (reply: FastifyReply, token: string) =>
      cookie.write(reply, token, { sameSite: 'strict', maxAge }),
    token: cookie.read,
    forget: (reply: FastifyReply) => cookie.write(reply, '', { sameSite: 'strict', maxAge: 0 }),
  }
}
