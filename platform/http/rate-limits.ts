import rateLimit from '@fastify/rate-limit'
import { Rejected } from '@strand/event-sourcing/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../fairness/clock.ts'
import { openSlowLane } from '../fairness/places.ts'
import { networkOf } from './network.ts'

/**
 * At most `requests` per client address in `seconds`. Routes of one `name` count together. Beyond a
 * soft limit the handler slows it: see `beyondLimit`.
 */
export type RateLimit = { name: string; requests: number; seconds: number; isSoft?: true }

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyContextConfig {
    limit?: RateLimit
    /**
     * A customer who has paid depends on it: every temporary refusal says when to try again, and how to
     * reach the shop.
     */
    neededByCustomers?: true
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyRequest {
    /** Whether it is beyond a soft limit: its handler slows it. */
    beyondLimit: boolean
  }
}

/** Addresses remembered per limit; the least recently seen is forgotten first. */
const remembered = 20_000

/**
 * Counts requests per client address (an IPv6 client is its /64 network), in this process, and
 * responds with 429 and Retry-After beyond a route's `config.limit`. Register it before the guard,
 * so that a refused request costs no database query.
 *
 * @param contact how to reach the shop, for the text of the refusal
 */
export const limitRoutes = async (app: FastifyInstance, contact?: string) => {
  await app.register(rateLimit, {
    global: false,
    cache: remembered,
    keyGenerator: ({ ip }) => networkOf(ip),
  })
  app.decorateRequest('beyondLimit', false)
  const limiters = new Map<string, ReturnType<FastifyInstance['createRateLimit']>>()
  const limits = new Map<string, RateLimit>()

  app.addHook('onRoute', ({ url, config }) => {
    const limit = config?.limit
    if (!limit) return
    const existing = limits.get(limit.name)
    if (existing && (existing.requests !== limit.requests || existing.seconds !== limit.seconds))
      throw new Error(`${url}: the limit '${limit.name}' has other numbers elsewhere`)
    if (existing) return
    limits.set(limit.name, limit)
    limiters.set(
      limit.name,
      app.createRateLimit({ max: limit.requests, timeWindow: limit.seconds * 1000 }),
    )
  })
  app.addHook('onRequest', async (request: FastifyRequest) => {
    const limit = request.routeOptions.config.limit
    if (!limit) return
    const state = await limiters.get(limit.name)?.(request)
    if (!state || !('isExceeded' in state) || !state.isExceeded) return
    if (limit.isSoft) {
      request.beyondLimit = true
      return
    }
    const retryAfter = Math.max(1, state.ttlInSeconds)
    throw new Rejected(
      'too-many-requests',
      `Too many requests from your network: ${comeBack(retryAfter, contact)}`,
      { retryAfter },
    )
  })
}

/** Milliseconds between two requests of one address that is beyond its soft limit. */
const pauseMs = 1_000

/**
 * For routes of one soft limit: beyond it the requests of an address are taken one after the other. A mobile
 * network puts thousands of phones behind one address, and these customers have paid.
 */
export const openSlowDown = (clock?: Clock | undefined) => {
  const slowly = openSlowLane({ atOnce: 200, queue: 400, clock })
  return async ({ beyondLimit, claimant }: FastifyRequest): Promise<void> => {
    if (!beyondLimit) return
    const rest = await slowly(claimant)
    rest(pauseMs)
  }
}

/** When to try again, and how to reach the shop meanwhile. */
export const comeBack = (seconds: number, contact: string | undefined): string => {
  const minutes = Math.ceil(seconds / 60)
  const when = seconds < 90 ? `${seconds} seconds` : `${minutes} minutes`
  const meanwhile = contact ? `, or write to the shop: ${contact}` : ''
  return `please try again in ${when}${meanwhile}`
}
