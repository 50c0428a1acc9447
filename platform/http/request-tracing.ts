import type { Span, Tracing } from '@strand/event-sourcing/tracing'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyRequest {
    span: Span | null
  }
}

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Makes a span for each request that may change something, named after its route pattern. Reads get
 * none: they cause no events or emails, and a span would be a large part of a small read's work.
 * Each request starts a trace of its own. A `traceparent` that comes with it is a stranger's claim,
 * and is only linked.
 *
 * Register it before hooks that wait, so that the span includes their time.
 */
export const traceRequests = (app: FastifyInstance, tracing: Tracing): void => {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions, headers } = request
    if (routeOptions.logLevel === 'silent' || reads.has(method)) return done()
    const route = routeOptions.url ?? 'unknown'
    const claimed = headers.traceparent
    const span = tracing.start(`${method} ${route}`, {
      kind: 'server',
      attributes: { 'http.request.method': method, 'http.route': route },
      ...(typeof claimed === 'string' && { claimed }),
    })
    request.span = span
    if (!span.isSent) return done()
    reply.raw.once('close', () => {
      const { statusCode, writableFinished } = reply.raw
      const attributes = writableFinished
        ? { 'http.response.status_code': statusCode }
        : { 'error.type': 'aborted' }
      span.end({ attributes, failed: !writableFinished || statusCode >= 500 })
    })
    done()
  })
  // The span is current only in the handler: waiting for a body would lose it.
  app.addHook('preHandler', ({ span }, _reply, done) =>
    span ? tracing.within(span, done) : done(),
  )
}
