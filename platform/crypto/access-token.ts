import type { KeyObject } from 'node:crypto'
import { isUuid } from '@strand/event-sourcing/uuid'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Now } from '../clock.ts'
import { derivedKeys } from './derived-key.ts'
import type { KeyRing } from './key-ring.ts'

/** How many minutes an access token is valid: as long as an unused session. */
export const accessTokenMinutes = 18

const algorithm = 'HS256'
const issuer = 'strand'
const audience = 'strand-staff'
/** The `typ` of RFC 9068. A JWT for another purpose has another `typ`, so it is refused here. */
const type = 'at+jwt'

type AccessTokenClaims = { userId: string; sessionId: string }

export type AccessTokens = {
  make: (claims: AccessTokenClaims) => Promise<string>
  /** Null for anything but a valid access token of this shop. Never throws. */
  verify: (token: string) => Promise<AccessTokenClaims | null>
}

/** How many verified tokens are remembered: more than the shop has staff at work. */
const maxVerified = 1_000

/**
 * Makes and verifies the JWTs that identify sessions. They contain no role and no status; the
 * verifier reads both from the database. They are signed with a key derived from `secret` (HKDF,
 * RFC 5869), so nothing else that is signed with the secret is a valid token.
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
  // Verified tokens, oldest first. A user sends the same token for up to 18 minutes, and its
  // signature stays valid. Verifying it again waits for another thread and takes 43 µs of CPU time;
  // a whole page of orders takes 140 µs.
  const verifiedTokens = new Map<string, { claims: AccessTokenClaims; expiresAt: number }>()
  /** The content of the token if any of the keys has signed it, otherwise null. */
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
        // This key did not sign the token; the next one may have.
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
