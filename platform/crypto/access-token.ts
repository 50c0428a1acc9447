import type { KeyObject } from 'node:crypto'
import { isUuid } from '@strand/event-sourcing/uuid'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Now } from '../clock.ts'
import { derivedKeys } from './derived-key.ts'
import type { KeyRing } from './key-ring.ts'

/** Lifetime of an access token in minutes, which equals the session's inactivity limit. */
export const accessTokenMinutes = 18

const algorithm = 'HS256'
const issuer = 'strand'
const audience = 'strand-staff'
/** The `typ` of RFC 9068, so that a JWT made for another purpose is never accepted here. */
const type = 'at+jwt'

type AccessTokenClaims = { userId: string; sessionId: string }

export type AccessTokens = {
  make: (claims: AccessTokenClaims) => Promise<string>
  /** Null for anything but a valid access token of this shop. Never throws. */
  verify: (token: string) => Promise<AccessTokenClaims | null>
}

/**
 * How many tokens with a verified signature are remembered: more than enough for all staff at work.
 */
const maxVerified = 1_000

/**
 * JWTs that identify a session. They contain neither a role nor a status, which the verifier looks
 * up in the session's row. They are signed with a key derived from `secret` (HKDF, RFC 5869), so
 * that no other use of the secret can produce a valid token.
 *
 * @param secret `TOKEN_SECRET`
 */
export const accessTokens = ({ secret, now }: { secret: KeyRing; now: Now }): AccessTokens => {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const imports = (key: KeyObject) =>
    crypto.subtle.importKey('raw', key.export(), hmac, false, ['sign', 'verify'])
  const [first, ...older] = derivedKeys(secret, 'strand access token')
  const writer = imports(first)
  const imported = [writer, ...older.map(imports)]
  // A working user sends the same token for up to 18 minutes, and a valid signature stays valid.
  // Checking it means waiting for another thread and takes 43 µs of CPU time, compared to 140 µs
  // for a whole page of orders. The oldest entry comes first.
  const verifiedTokens = new Map<string, { claims: AccessTokenClaims; expiresAt: number }>()
  /** The content of the token, if any of the keys signed it. */
  const payloadOf = async (token: string): Promise<JWTPayload | null> => {
    for (const key of imported)
      try {
        const { payload } = await jwtVerify(token, await key, {
          algorithms: [algorithm],
          issuer,
          audience,
          typ: type,
          requiredClaims: ['sub', 'sid', 'exp', 'iat'],
          currentDate: now(),
        })
        return payload
      } catch {
        // The token is not valid under this key, but the next key may have signed it.
      }
    return null
  }
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
        .sign(await writer)
    },
    verify: async (token) => {
      const verified = verifiedTokens.get(token)
      if (verified && verified.expiresAt * 1000 > now().getTime()) return verified.claims
      const { sub, sid, exp } = (await payloadOf(token)) ?? {}
      if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return null
      if (!isUuid(sub) || !isUuid(sid)) return null
      const claims = { userId: sub, sessionId: sid }
      const [oldest] = verifiedTokens.keys()
      if (verifiedTokens.size >= maxVerified && oldest !== undefined) verifiedTokens.delete(oldest)
      verifiedTokens.set(token, { claims, expiresAt: exp })
      return claims
    },
  }
}
