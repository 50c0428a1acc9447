import type { FastifyInstance, FastifyReply } from 'fastify'
import { Rejected } from './errors.ts'
import type { Position } from './event-store.ts'

/**
 * Waits until the named projections have reached `position`; false when the time is over first, or
 * when an event at or before it is parked in one of them.
 */
export type WaitForPosition = (
  projections: string[],
  position: Position,
  timeoutMs: number,
) => Promise<boolean>

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyContextConfig {
    /** Names of the projections this route reads: a request may ask to wait for them. */
    readModels?: string[]
    /** Names of the projections that other commands decide on: this command's answer awaits them. */
    takesEffectIn?: string[]
  }
}

/** Milliseconds; a read waits no longer for what its caller has written. */
const longestWait = 2_000

/** Milliseconds; less than the 15 s that the web app gives a call. */
const longestWaitForEffect = 10_000

const notInForceYet = ', but it is not yet in force: orders may still be taken as before'

/** Tells the client where in the log its command ended, in `X-Position`. */
export const withPosition = (reply: FastifyReply, position: Position | null): FastifyReply =>
  position === null ? reply : reply.header('X-Position', String(position))

/**
 * Read your own writes: a request with `X-Min-Position` to a route with `config.readModels` waits
 * for up to 2 s; the answer then comes anyway, marked with `X-Stale: true`. So is one at or beyond a
 * parked event, without a wait once everything else is there.
 */
export const waitForWrites = (app: FastifyInstance, waitForPosition: WaitForPosition) => {
  app.addHook('preHandler', async (request, reply) => {
    const asked = request.headers['x-min-position']
    const names = request.routeOptions.config.readModels
    if (asked === undefined || !names) return
    // Postgres keeps positions as int8: what is longer is no position of ours.
    if (typeof asked !== 'string' || !/^\d{1,18}$/.test(asked))
      throw new Rejected('invalid', 'X-Min-Position must be a number')
    if (!(await waitForPosition(names, BigInt(asked), longestWait))) reply.header('X-Stale', 'true')
  })
}

/**
 * The answer of a command with `config.takesEffectIn` comes once these projections have its last
 * event, so that whatever is decided after it, in whatever process, is decided on the change. When
 * they have it not within 10 s the answer is a 202 whose message says so: the change is in the log,
 * and nothing takes it back.
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
    if (await waitForPosition(names, BigInt(position), longestWaitForEffect)) return payload
    reply.code(202)
    const message = `${(payload as { message: string }).message}${notInForceYet}`
    return { ...(payload as object), message, responseMessage: message }
  })
}
