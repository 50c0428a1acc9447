import { withTimeout } from '@strand/event-sourcing/async/with-timeout'
import { Rejected } from '@strand/event-sourcing/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import { answerNotFound } from './errors.ts'
import { bearerToken, isToken } from './guard.ts'

/** The health of a projection; `ok` is false if it is not running. */
type ProjectionHealth = { name: string; ok: boolean; parked?: number } & Record<string, unknown>

export type HealthOptions = {
  /**
   * Checks of dependencies without which the service cannot work. A check resolves if the
   * dependency answers.
   */
  checks: Record<string, () => Promise<unknown>>
  /** Checks of dependencies whose work can wait until they are back. */
  degrading?: Record<string, () => Promise<unknown>>
  projections?: () => Promise<ProjectionHealth[]>
  /** The number of parked streams. Default: the sum of `projections`. */
  parked?: () => Promise<number>
  lastDrill?: () => Promise<string>
  /** Served at `/metrics` to callers who may see details; for others, the path does not exist. */
  metrics?: Metrics
  /**
   * Who may see more than `status` and the number of parked streams: `anyone`, on a port that
   * outsiders cannot reach, or a caller with this bearer token; nobody if the token is undefined.
   */
  details: 'anyone' | { token: string | undefined }
}

type CheckResult = { ok: true } | { ok: false; message: string }

/** How many milliseconds a dependency may take to answer. */
const checkTimeout = 2_000

/**
 * `GET /healthz`: the process is alive. `GET /readyz`: `ok`; `degraded` if some work must wait but
 * the shop answers (status 200); `down` (503) if it does not.
 */
export const registerHealth = (app: FastifyInstance, options: HealthOptions) => {
  // Concurrent requests share one check of the dependencies.
  let examining: ReturnType<typeof examine> | undefined
  const examination = () => {
    examining ??= examine(options).finally(() => {
      examining = undefined
    })
    return examining
  }

  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }))

  const showsDetails = (request: FastifyRequest) =>
    options.details === 'anyone' || isToken(options.details.token, bearerToken(request))
  const { metrics } = options
  if (metrics)
    app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
      if (!showsDetails(request)) return answerNotFound(request, reply)
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.exposition())
    })

  app.get('/readyz', { logLevel: 'silent' }, async (request, reply) => {
    const { status, parked, ...details } = await examination()
    if (status === 'down') reply.code(503).header('Retry-After', '2')
    return { status, ...(parked > 0 && { parked }), ...(showsDetails(request) && details) }
  })
}

const examine = async (options: HealthOptions) => {
  const [needed, degrading] = await Promise.all([
    outcomes(options.checks),
    outcomes(options.degrading ?? {}),
  ])
  let projections: ProjectionHealth[] = []
  let parked = 0
  if (options.projections)
    needed.projections = await outcome(async () => {
      projections = (await options.projections?.()) ?? []
      parked = projections.reduce((sum, projection) => sum + (projection.parked ?? 0), 0)
      if (parked > 0 && options.parked) parked = await options.parked()
      const failing = projections.filter(({ ok }) => !ok).map(({ name }) => name)
      if (failing.length > 0) throw new Rejected('unavailable', `not ok: ${failing.join(', ')}`)
    })
  const lastDrill = await options.lastDrill?.().catch(() => 'unknown')
  const isUp = Object.values(needed).every(isOk)
  const isWhole = parked === 0 && Object.values(degrading).every(isOk)
  const status = !isUp ? ('down' as const) : isWhole ? ('ok' as const) : ('degraded' as const)
  const checks = { ...needed, ...degrading }
  return { status, parked, checks, projections, ...(lastDrill !== undefined && { lastDrill }) }
}

const isOk = ({ ok }: { ok: boolean }) => ok

const outcomes = async (
  checks: Record<string, () => Promise<unknown>>,
): Promise<Record<string, CheckResult>> => {
  const entries = Object.entries(checks)
  return Object.fromEntries(
    await Promise.all(entries.map(async ([name, check]) => [name, await outcome(check)] as const)),
  )
}

/** Never returns the error's own text, which may contain a host, a user or a password. */
const outcome = async (check: () => Promise<unknown>): Promise<CheckResult> => {
  try {
    await withTimeout(checkTimeout, check(), () => new Rejected('unavailable', 'does not answer'))
    return { ok: true }
  } catch (error) {
    return { ok: false, message: error instanceof Rejected ? error.message : 'cannot be reached' }
  }
}
