import type { FastifyInstance } from 'fastify'

/** Tells whether people are waiting for this process; less urgent work should then pause. */
export type Activity = {
  isBusy: () => boolean
  /** Calls the listener whenever a request begins, until the returned function is called. */
  onRequest: (listener: () => void) => () => void
}

/**
 * How long the process counts as busy after an answer, in milliseconds: the same page may send its
 * next request, and read models must catch up.
 */
const quietAfter = 300
/**
 * A request that takes longer than this many milliseconds no longer counts as activity. It is a
 * live stream or a slow upload, which hardly uses the CPU.
 */
const lasting = 5_000

export const openActivity = ({ now = () => performance.now() } = {}) => {
  const running = new Map<object, number>()
  const listeners = new Set<() => void>()
  let endedAt = Number.NEGATIVE_INFINITY
  const isBusy = () =>
    now() - endedAt < quietAfter || [...running.values()].some((began) => now() - began < lasting)
  return {
    began: (request: object) => {
      running.set(request, now())
      for (const listener of listeners) listener()
    },
    ended: (request: object) => {
      running.delete(request)
      endedAt = now()
    },
    isBusy,
    onRequest: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  } satisfies Activity & Record<string, unknown>
}

/** Reports all requests except health probes, from their first line to the end of their answer. */
export const watchActivity = (
  app: FastifyInstance,
  { began, ended }: ReturnType<typeof openActivity>,
): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.logLevel === 'silent') return
    began(request)
    reply.raw.once('close', () => ended(request))
  })
}
