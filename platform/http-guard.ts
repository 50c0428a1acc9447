import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Rejected } from './errors.ts'
import type { Principal } from './principal.ts'

/**
 * Who may call a route. `public`: anyone. `session`: the handler itself checks the session's token
 * in the body. `signed-in`: any living session, also of pending staff, for their own account alone.
 * A permission: an active account whose role has it.
 */
export type Access = 'public' | 'session' | 'signed-in' | { permission: string }

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyContextConfig {
    access?: Access
    /**
     * Media types of a success answer that goes out as a stream, beside what the schema says: they
     * are told on the API's pages.
     */
    streams?: string[]
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyRequest {
    /** Who calls; null on routes that take anyone. */
    principal: Principal | null
  }
}

/** Whether a path, of a route or of a request, belongs to the API, however it is written. */
export const isApiPath = (path: string) => /^\/+api(\/|\?|$)/i.test(path)

/** The pages that describe the API, which anyone may read. */
export const apiDocsPath = '/api/docs'
export const isApiDocs = (path: string) => /^\/api\/docs(\/|\?|$)/.test(path)

/**
 * Deny by default: a route under /api without `config.access` stops the start, and every request
 * to one is checked before its body is read.
 */
export const guardRoutes = (
  app: FastifyInstance,
  options: {
    authenticate: (token: string) => Promise<Principal | null>
    /** Said to whose role lacks the permission. */
    forbidden: string
  },
) => {
  app.decorateRequest('principal', null)
  app.addHook('onRoute', (route) => {
    // The pages about the API belong to a plugin, whose routes know nothing of `access`.
    if (isApiDocs(route.url)) route.config = { access: 'public', ...route.config }
    if (isApiPath(route.url) && route.config?.access === undefined)
      throw new Error(`${route.method} ${route.url} does not say who may call it: config.access`)
  })
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access
    if (access === undefined || access === 'public' || access === 'session') return
    const token = bearerToken(request)
    const principal = token === null ? null : await options.authenticate(token)
    if (!principal) throw new Rejected('unauthenticated', 'Please sign in')
    request.principal = principal
    if (access === 'signed-in') return
    if (principal.status !== 'active')
      throw new Rejected('forbidden', 'Please activate your account first')
    if (!principal.permissions.includes(access.permission))
      throw new Rejected('forbidden', options.forbidden)
  })
}

/** The token of `Authorization: Bearer ...`; null when there is none. */
export const bearerToken = (request: FastifyRequest): string | null =>
  /^Bearer +([\w.~+/=-]{1,4096}) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null

/** Who calls, on a route whose access the guard has checked. */
export const principalOf = (request: FastifyRequest): Principal => {
  if (!request.principal) throw new Rejected('unauthenticated', 'Please sign in')
  return request.principal
}
