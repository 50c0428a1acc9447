import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A cookie that no script reads. Over TLS its name begins with `__Host-`: then browsers take it from
 * this host alone, over TLS, so no neighbour under the same domain and nobody on the line can put one
 * of their own in its place. Such a cookie goes to every path.
 *
 * @param publicUrl with `https:` the cookie is sent over TLS only
 */
export const openSecureCookie = (options: { name: string; path: string; publicUrl: string }) => {
  const secure = options.publicUrl.startsWith('https:')
  const name = secure ? `__Host-${options.name}` : options.name
  const path = secure ? '/' : options.path
  return {
    read: (request: FastifyRequest): string =>
      parseCookie(request.headers.cookie ?? '')[name] ?? '',
    /** @param attributes with `maxAge` in seconds */
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
