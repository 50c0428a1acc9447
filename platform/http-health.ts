import type { FastifyInstance } from 'fastify'
import { Rejected } from './errors.ts'

/** What a projection says of itself; `ok` false means that it has stopped. */
export type ProjectionHealth = { name: string; ok: boolean } & Record<string, unknown>

export type HealthOptions = {
  /** One per dependency; resolves when it answers. */
  checks: Record<string, () => Promise<unknown>>
  projections?: () => Promise<ProjectionHealth[]>
}

type CheckResult = { ok: true } | { ok: false; message: string }

/** Milliseconds that a dependency has to answer. */
const patience = 2_000

/** `GET /healthz`: the process lives. `GET /readyz`: every dependency and projection, else 503. */
export const registerHealth = (app: FastifyInstance, options: HealthOptions) => {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }))

  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const checks = Object.fromEntries(
      await Promise.all(
        Object.entries(options.checks).map(
          async ([name, check]) => [name, await outcome(check)] as const,
        ),
      ),
    )
    let projections: ProjectionHealth[] = []
    if (options.projections)
      checks.projections = await outcome(async () => {
        projections = (await options.projections?.()) ?? []
      })
    const ready = Object.values(checks).every(({ ok }) => ok) && projections.every(({ ok }) => ok)
    if (!ready) reply.code(503).header('Retry-After', '2')
    return { status: ready ? 'ok' : 'down', checks, projections }
  })
}

/** Never the error's own text, which may name a host, a user or a password. */
const outcome = async (check: () => Promise<unknown>): Promise<CheckResult> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Rejected('unavailable', 'does not answer')), patience)
  })
  try {
    await Promise.race([check(), late])
    return { ok: true }
  } catch (error) {
    return { ok: false, message: error instanceof Rejected ? error.message : 'cannot be reached' }
  } finally {
    clearTimeout(timer)
  }
}
