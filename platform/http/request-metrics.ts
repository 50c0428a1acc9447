import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'

const bounds = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]

/** Counts and times requests by route pattern, because an address may contain an id or a token. */
export const measureRequests = (app: FastifyInstance, metrics: Metrics): void => {
  const requests = metrics.counter(
    'strand_http_requests_total',
    'Answered requests, by method, route pattern and status.',
    ['method', 'route', 'status'],
  )
  const durations = metrics.histogram(
    'strand_http_request_duration_seconds',
    'Seconds from a request to its answer, by method and route pattern.',
    ['method', 'route'],
    bounds,
  )
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    if (routeOptions.logLevel === 'silent') return
    const route = routeOptions.url ?? 'unknown'
    requests.add({ method, route, status: reply.statusCode })
    durations.observe(reply.elapsedTime / 1_000, { method, route })
  })
}
