import { createHash, timingSafeEqual } from 'node:crypto'
import { Rejected } from '@strand/event-sourcing/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Principal } from './principal.ts'

/**
 * Who may call a route.
 * - `public`: anyone
 * - `session`: the handler checks the session's token in the body
 * - `signed-in`: any valid session, even of pending staff, for their own account
 * - a permission: an active account whose role has it; with `orToken`, also a program with the
 *   token of that name
 */
export type Access =
  | 'public'
  | 'session'
  | 'signed-in'
  | { permission: string; orToken?: string | undefined }

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyContextConfig {
    access?: Access
    /**
     * The media types of the streams that the route may return instead of what its schema
     * describes; the API's documentation shows them.
     */
    streams?: string[]
    /** Whether the route uses up something that works only once; see `contracts/endpoint.ts`. */
    once?: true
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyRequest {
    /** The caller; null on public routes, and for programs with their own token. */
    principal: Principal | null
  }
}

/** Whether a path belongs to the API, in any spelling. */
export const isApiPath = (path: string) => /^\/+api(\/|\?|$)/i.test(path)

export const apiDocsPath = '/api/docs'
export const isApiDocs = (path: string) => /^\/api\/docs(\/|\?|$)/.test(path)

/**
 * Makes the documentation pages public: their plugin's routes lack the shop's config. Call this
 * before anything that reads the config of routes.
 */
export const openApiDocsToAll = (app: FastifyInstance) => {
  app.addHook('onRoute', (route) => {
    if (!isApiDocs(route.url)) return
    const limit = { name: 'api-docs', requests: 120, seconds: 60 }
    route.config = { access: 'public', limit, ...route.config }
  })
}

/**
 * Denies by default. The server does not start if a route under /api lacks `config.access`. Every
 * request to an API route is checked before its body is read.
 */
export const guardRoutes = (
  app: FastifyInstance,
  options: {
    authenticate: (token: string) => Promise<Principal | null>
    forbidden: string
    /** The tokens of programs, by name. A token that is undefined admits nobody. */
    programTokens?: Record<string, string | undefined> | undefined
  },
) => {
  app.decorateRequest('principal', null)
  app.addHook('onRoute', (route) => {
    if (isApiPath(route.url) && route.config?.access === undefined)
      throw new Error(
        `${route.method} ${route.url} does not say who may call it: set config.access`,
      )
  })
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access
    if (access === undefined || access === 'public' || access === 'session') return
    const token = bearerToken(request)
    if (access !== 'signed-in' && access.orToken !== undefined)
      if (isToken(options.programTokens?.[access.orToken], token)) return
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

export const bearerToken = (request: FastifyRequest): string | null =>
  /^Bearer +([\w.~+/=-]{1,4096}) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null

/** Compares hashes, so that neither length nor time reveals anything about the token. */
export const isToken = (token: string | undefined, shown: string | null): boolean => {
  if (token === undefined || shown === null) return false
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(token), hash(shown))
}

/** The caller, on a route whose access the guard has checked. */
export const principalOf = (request: FastifyRequest): Principal => {
  if (!request.principal) throw new Rejected('unauthenticated', 'Please sign in')
  return request.principal
}
