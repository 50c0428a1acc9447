import type { FastifyInstance } from 'fastify'

/** Whether people wait for this process: work that can wait gives way to them. */
export type Activity = {
  isBusy: () => boolean
  /** Calls the listener whenever a request begins. Returns how to end that. */
  onRequest: (listener: () => void) => () => void
}

/** Milliseconds from an answer until the process is quiet: the next request of the same page follows, and read models. */
const quietAfter = 300
/** Milliseconds after which a request is one that lasts, as a live stream or a slow upload: nobody waits for the processor. */
const lasting = 5_000

/** Filled by `watchActivity`. */
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

/** Tells of all requests but probes of health, from their first line to the end of their answer. */
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
