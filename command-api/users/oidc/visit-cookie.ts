import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

const name = 'strand_oidc'

/**
 * The cookie of a browser that signs in at the provider. No script reads it, and it goes to the
 * routes of this sign-in only. Another site's redirect brings a `lax` one along.
 *
 * @param publicUrl with `https:` the cookie is sent over TLS only
 */
export const openVisitCookie = ({ publicUrl }: { publicUrl: string }) => {
  const fixed = {
    name,
    path: '/api/login/oidc',
    httpOnly: true,
    secure: publicUrl.startsWith('https:'),
  }
  return {
    read: (request: FastifyRequest): string =>
      parseCookie(request.headers.cookie ?? '')[name] ?? '',
    /** @param maxAge in seconds */
    write: (
      reply: FastifyReply,
      value: string,
      options: { sameSite: 'lax' | 'strict'; maxAge: number },
    ) => {
      reply.header('set-cookie', stringifySetCookie({ ...fixed, value, ...options }))
    },
  }
}
