import { hkdfSync } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Now } from './clock.ts'

/** Minutes that an access token lives: the session's time of inactivity. */
export const accessTokenMinutes = 18

const algorithm = 'HS256'
const issuer = 'strand'
const audience = 'strand-staff'
/** RFC 9068's type, so that no other JWT, of whatever purpose, can be taken for one. */
const type = 'at+jwt'

export type AccessTokenClaims = { userId: string; sessionId: string }

export type AccessTokens = {
  make: (claims: AccessTokenClaims) => Promise<string>
  /** Null for whatever is not a living access token of ours. Never throws. */
  verify: (token: string) => Promise<AccessTokenClaims | null>
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * JWTs that name a session. They hold no role and no status: whoever takes one asks the session's
 * row. Signed with a key derived from `secret` (HKDF, RFC 5869), so that no other use of the secret
 * can make one.
 *
 * @param secret 32 bytes, `TOKEN_SECRET`
 */
export const accessTokens = ({ secret, now }: { secret: Buffer; now: Now }): AccessTokens => {
  const bytes = hkdfSync('sha256', secret, '', 'strand access token', 32)
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const imported = crypto.subtle.importKey('raw', bytes, hmac, false, ['sign', 'verify'])
  return {
    make: async ({ userId, sessionId }) => {
      const issuedAt = Math.floor(now().getTime() / 1000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: type })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + accessTokenMinutes * 60)
        .sign(await imported)
    },
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, await imported, {
          algorithms: [algorithm],
          issuer,
          audience,
          typ: type,
          requiredClaims: ['sub', 'sid', 'exp', 'iat'],
          currentDate: now(),
        })
        const { sub, sid } = payload
        if (typeof sub !== 'string' || typeof sid !== 'string') return null
        return uuid.test(sub) && uuid.test(sid) ? { userId: sub, sessionId: sid } : null
      } catch {
        return null
      }
    },
  }
}
