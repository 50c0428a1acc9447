import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import { networkOf } from './network.ts'

/**
 * Security events in the process log, for anyone who watches for attacks: lines of level `warn`,
 * with the event's name in `security`. They contain the route's pattern, the client's network and
 * the member of staff, if known; never an email address, a body or a token.
 */
declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyContextConfig {
    /** The response statuses of this route that are security events, besides 403 and 429. */
    securityEvents?: Record<number, string>
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyRequest {
    /** The account that a request concerns if nobody is signed in. */
    subjectId: string | null
  }
}

const always: Record<number, string> = { 403: 'forbidden', 429: 'too-many-requests' }

/**
 * After a rate-limit refusal was logged, further refusals for the same network are not logged for
 * this many milliseconds.
 */
const pause = 10_000
const remembered = 1_000

/** Logs the security events among the responses. A flood must not fill the disk; see `pause`. */
export const logSecurityEvents = (app: FastifyInstance, metrics?: Metrics) => {
  const events = metrics?.counter(
    'strand_security_events_total',
    'Answers that are security events, by name: failed sign-ins, refused calls and others.',
    ['event'],
  )
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
    if (!name) return
    events?.add({ event: name })
    if (status === 429 && isRepeated(name, networkOf(request.ip))) return
    logSecurity(request, name)
  })
}

/** Logs a security event that no response status shows. */
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

export const noteSubject = (request: FastifyRequest, userId: string) => {
  request.subjectId = userId
}
