import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from './network.ts'

/**
 * What somebody who watches for an attack looks for in the process log: lines of level `warn` with
 * `security`, the event's name. They hold the route's pattern, the client's network and the member of
 * staff that it concerns, as far as known; never an e-mail address, a body or a token.
 */
declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyContextConfig {
    /** Statuses of this route's answers that are security events, beside 403 and 429. */
    securityEvents?: Record<number, string>
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyRequest {
    /** Whose account a request is about that nobody has signed in for. */
    subjectId: string | null
  }
}

const always: Record<number, string> = { 403: 'forbidden', 429: 'too-many-requests' }

/** Milliseconds in which one network's refusals by a limit make one line, and networks remembered. */
const pause = 10_000
const remembered = 1_000

/** Logs security events of every answer. A flood must not fill the disk with them: see `pause`. */
export const logSecurityEvents = (app: FastifyInstance) => {
  const recent = new Map<string, number>()
  const isRepeated = (name: string, network: string) => {
    const key = `${name} ${network}`
    const last = recent.get(key)
    const now = performance.now()
    if (last !== undefined && now - last < pause) return true
    recent.delete(key)
    recent.set(key, now)
    const [oldest] = recent.keys()
    if (recent.size > remembered && oldest !== undefined) recent.delete(oldest)
    return false
  }
  app.decorateRequest('subjectId', null)
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode
    const name = request.routeOptions.config.securityEvents?.[status] ?? always[status]
    if (!name || (status === 429 && isRepeated(name, networkOf(request.ip)))) return
    logSecurity(request, name)
  })
}

/** One that no status tells. */
export const logSecurity = (request: FastifyRequest, name: string) => {
  const { principal, subjectId, routeOptions } = request
  request.log.warn(
    {
      security: name,
      method: request.method,
      route: routeOptions.url ?? 'unknown',
      network: networkOf(request.ip),
      userId: principal?.userId ?? subjectId,
    },
    'security event',
  )
}

/** Says whose account a request is about, for the log. */
export const noteSubject = (request: FastifyRequest, userId: string) => {
  request.subjectId = userId
}
