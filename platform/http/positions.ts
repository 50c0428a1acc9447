import { Rejected } from '@strand/event-sourcing/errors'
import type { Position } from '@strand/event-sourcing/event-store/event-store'
import type { Reached } from '@strand/event-sourcing/processors/progress'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Waits until the named projections have reached `position`; resolves to `behind` after the
 * timeout.
 */
export type WaitForPosition = (
  projections: string[],
  position: Position,
  timeoutMs: number,
) => Promise<Reached>

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyContextConfig {
    /** The projections that this route reads. A request may ask to wait for them. */
    readModels?: string[]
    /** The projections on which other commands depend. The response waits for them. */
    takesEffectIn?: string[]
  }
}

/** The maximum time that a read waits for the caller's own writes, in milliseconds. */
const maxWait = 2_000

/**
 * The maximum time that an answer waits for its command to take effect, in milliseconds: less than
 * the web app's timeout of 15 s.
 */
const maxWaitForEffect = 10_000

const stale = 'X-Stale'

const behind = new WeakSet<FastifyReply>()
/** Whether this answer may lack what the caller has just written. */
export const isBehind = (reply: FastifyReply): boolean => behind.has(reply)

const notInForceYet = ', but it is not yet in force: orders may still be taken as before'

/** Sends the command's position in the log to the client, as `X-Position`. */
export const withPosition = (reply: FastifyReply, position: Position | null): FastifyReply =>
  position === null ? reply : reply.header('X-Position', String(position))

/**
 * Read your own writes. A request with `X-Min-Position` to a route with `config.readModels` waits
 * until these projections have reached that position, for at most 2 s. After that, the answer has
 * `X-Stale: true`; a 404 becomes a 503, because the caller may just have written what was not
 * found. If an event up to that position is parked, the answer also has `X-Stale`, but does not
 * wait for that event: a person must deal with it.
 */
export const waitForWrites = (app: FastifyInstance, waitForPosition: WaitForPosition) => {
  app.addHook('preHandler', async (request, reply) => {
    const asked = request.headers['x-min-position']
    const names = request.routeOptions.config.readModels
    if (asked === undefined || !names) return
    // Postgres stores positions as int8, so a longer number is not one of ours.
    if (typeof asked !== 'string' || !/^\d{1,18}$/.test(asked))
      throw new Rejected('invalid', 'X-Min-Position must be a number')
    const reached = await waitForPosition(names, BigInt(asked), maxWait)
    if (reached !== 'whole') reply.header(stale, 'true')
    if (reached === 'behind') behind.add(reply)
  })
}

/**
 * Delays the response of a command with `config.takesEffectIn` until these projections have the
 * command's last event, so that every later decision, in any process, sees the change. After 10 s,
 * the response is a 202 that says that the change is in the log but not in force yet.
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
