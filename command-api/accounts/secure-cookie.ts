import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A cookie that scripts cannot read. Over TLS, its name begins with `__Host-`. Browsers accept this
 * prefix only from the host itself over TLS, so neither a sibling domain nor an attacker on the
 * network can plant such a cookie. Browsers send a cookie with this prefix to every path.
 *
 * @param publicUrl with `https:`, the cookie is sent over TLS only
 */
export const openSecureCookie = (options: { name: string; path: string; publicUrl: string }) => {
  const secure = options.publicUrl.startsWith('https:')
  const name = secure ? `__Host-${options.name}` : options.name
  const path = secure ? '/' : options.path
  return {
    read: (request: FastifyRequest): string =>
      parseCookie(request.headers.cookie ?? '')[name] ?? '',
    /** @param attributes `maxAge` is in seconds */
    write: (
      reply: FastifyReply,
      value: string,
      attributes: { sameSite: 'lax' | 'strict'; maxAge: number },
    ) => {
      const { sameSite, maxAge } = attributes
      const cookie = { name, value, path, sameSite, maxAge, secure, httpOnly: true }
      reply.header('set-cookie', stringifySetCookie(cookie))
    },
  }
}
