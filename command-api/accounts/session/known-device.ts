import { randomUUID } from 'node:crypto'
import type { Now } from '@strand/platform/clock'
import { isMacOf, type KeyRing, macOf } from '@strand/platform/crypto/key-ring'
import { parseCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../account/account.ts'
import { openSecureCookie } from '../secure-cookie.ts'

/**
 * Sign-in attempts from a browser in which the person has signed in before are counted separately,
 * so that strangers who guess passwords cannot lock the owner out. The browser's cookie, which
 * scripts cannot read, is an HMAC under `TOKEN_SECRET` of the account, its password version and a
 * browser id. Nothing is stored, and a new password makes every browser unknown. The cookie has no
 * other use, and signs nobody in.
 */
export type KnownDevices = {
  /** The browser's id if it is known for this account; null otherwise, or without an account. */
  recognize: (request: FastifyRequest, account: Owner | null) => string | null
  /**
   * Marks the browser that gets this reply as known. Pass `deviceId` if the browser is known
   * already, so that it keeps its id.
   */
  remember: (reply: FastifyReply, account: Owner, deviceId?: string | null) => void
}

type Owner = Pick<Account, 'userId' | 'passwordVersion'>

const cookieName = 'strand_device'
const validDays = 180
const cookiePattern = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/

/** @param publicUrl with `https:`, the cookie is sent over TLS only, like the session cookies */
export const openKnownDevices = (options: {
  secret: KeyRing
  publicUrl: string
  now: Now
}): KnownDevices => {
  const { secret, now } = options
  // The cookie is sent to all routes where someone could guess a password: sign-in, and changing a
  // temporary password.
  const cookie = openSecureCookie({ ...options, name: cookieName, path: '/api' })
  const seconds = () => Math.floor(now().getTime() / 1000)
  const textOf = ({ userId, passwordVersion }: Owner, deviceId: string, madeAt: string) =>
    `known-device-cookie:${userId}:${passwordVersion}:${deviceId}:${madeAt}`

  return {
    recognize: (request, account) => {
      // Browsers keep the cookie of release 0.1.0, which has no prefix, for up to `validDays`. A
      // cookie that a sibling domain planted would not match this account.
      const written = cookie.read(request) || parseCookie(request.headers.cookie ?? '')[cookieName]
      const [, userId, deviceId, madeAt, mac] = cookiePattern.exec(written ?? '') ?? []
      if (!account || userId !== account.userId || !deviceId || !madeAt || !mac) return null
      if (Number(madeAt) + validDays * 86_400 <= seconds()) return null
      return isMacOf(secret, textOf(account, deviceId, madeAt), Buffer.from(mac, 'base64url'))
        ? deviceId
        : null
    },
    remember: (reply, account, existingId) => {
      const deviceId = existingId ?? randomUUID()
      const madeAt = String(seconds())
      const mac = macOf(secret, textOf(account, deviceId, madeAt)).toString('base64url')
      const value = [account.userId, deviceId, madeAt, mac].join('.')
      cookie.write(reply, value, { sameSite: 'strict', maxAge: validDays * 86_400 })
    },
  }
}
