import { Rejected } from '@strand/event-sourcing/errors'
import type { Position } from '@strand/event-sourcing/event-store/event-store'
import type { Reached } from '@strand/event-sourcing/processors/progress'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Waits until the named projections have reached `position`; `behind` if the timeout expires first.
 */
export type WaitForPosition = (
  projections: string[],
  position: Position,
  timeoutMs: number,
) => Promise<Reached>

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyContextConfig {
    /** The projections that this route reads: a request may ask to wait for them. */
    readModels?: string[]
    /** The projections that other commands depend on: the response waits for them. */
    takesEffectIn?: string[]
  }
}

/** The longest that a read waits for the caller's own writes, in milliseconds. */
const maxWait = 2_000

/**
 * How many milliseconds an answer waits for its command to take effect. Less than the web app's
 * timeout of 15 s.
 */
const maxWaitForEffect = 10_000

const stale = 'X-Stale'

const behind = new WeakSet<FastifyReply>()
/** Whether this answer may lack something that the caller has just written. */
export const isBehind = (reply: FastifyReply): boolean => behind.has(reply)

const notInForceYet = ', but it is not yet in force: orders may still be taken as before'

/** Tells the client its command's position in the log, in `X-Position`. */
export const withPosition = (reply: FastifyReply, position: Position | null): FastifyReply =>
  position === null ? reply : reply.header('X-Position', String(position))

/**
 * Read your own writes: a request with `X-Min-Position` to a route with `config.readModels` waits
 * for up to 2 s. After that, the response comes anyway, marked with `X-Stale: true`, except that a
 * 404 becomes a 503, because the caller may have just written what was not found. A response at or
 * beyond a parked event is also marked, but does not wait once everything else has caught up,
 * because nothing more will come until someone deals with the event.
 */
export const waitForWrites = (app: FastifyInstance, waitForPosition: WaitForPosition) => {
  app.addHook('preHandler', async (request, reply) => {
    const asked = request.headers['x-min-position']
    const names = request.routeOptions.config.readModels
    if (asked === undefined || !names) return
    // Postgres stores positions as int8, so a longer number cannot be one of ours.
    if (typeof asked !== 'string' || !/^\d{1,18}$/.test(asked))
      throw new Rejected('invalid', 'X-Min-Position must be a number')
    const reached = await waitForPosition(names, BigInt(asked), maxWait)
    if (reached !== 'whole') reply.header(stale, 'true')
    if (reached === 'behind') behind.add(reply)
  })
}

/**
 * The response of a command with `config.takesEffectIn` is sent once these projections have the
 * command's last event, so that every later decision, in any process, takes the change into
 * account. If they do not have it within 10 s, the response is a 202 whose message says so: the
 * change is in the log, and will not be undone.
 */
export const waitForEffects = (app: FastifyInstance, waitForPosition: WaitForPosition) => {
  app.addHook('onRoute', ({ config, schema }) => {
    const answers = schema?.response as Record<number, unknown> | undefined
    const usual = answers?.[200] ?? answers?.[201]
    if (config?.takesEffectIn && answers && usual) answers[202] = usual
  })
  app.addHook('preSerialization', async (request, reply, payload) => {
    const names = request.routeOptions.config.takesEffectIn
    const position = reply.getHeader('X-Position')
    if (!names || typeof position !== 'string' || reply.statusCode >= 300) return payload
    if ((await waitForPosition(names, BigInt(position), maxWaitForEffect)) === 'whole')
      return payload
    reply.code(202)
    const message = `${(payload as { message: string }).message}${notInForceYet}`
    return { ...(payload as object), message, responseMessage: message }
  })
}
