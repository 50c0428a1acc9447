import rateLimit from '@fastify/rate-limit'
import { Rejected } from '@strand/event-sourcing/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../fairness/clock.ts'
import { openSlowLane } from '../fairness/places.ts'
import { networkOf } from './network.ts'

/**
 * At most `requests` per client address in `seconds`. Routes with the same `name` count together.
 */
export type RateLimit = {
  name: string
  requests: number
  seconds: number
  /** Beyond the limit, requests are not refused: the handler slows them down. See `beyondLimit`. */
  isSoft?: true
  /**
   * Names the thing that a valid request asks about, for example an order. An address that asks
   * about many things may be shared by many people, so its requests beyond the limit are slowed
   * down. But if more than `requests` from one address are about the same thing, they are refused.
   */
  about?: (params: unknown) => string | undefined
}

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyContextConfig {
    limit?: RateLimit
    /**
     * Whether customers who have paid need this route. Every temporary refusal then says when to
     * try again and how to reach the shop.
     */
    neededByCustomers?: true
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with fastify's own
  interface FastifyRequest {
    /** Set beyond a soft limit. The handler then slows the request down, or throws this refusal. */
    beyondLimit?: Rejected
  }
}

/** How many addresses, and how many things, each limit remembers; it forgets the oldest. */
const remembered = 20_000

/**
 * Counts requests per client address (for IPv6, per /64) in this process. Beyond a route's
 * `config.limit`, answers 429 with Retry-After. Register it before the guard, so that a refused
 * request needs no database query.
 *
 * @param contact how to reach the shop, for the text of the refusal
 */
export const limitRoutes = async (app: FastifyInstance, contact?: string) => {
  await app.register(rateLimit, {
    global: false,
    cache: remembered,
    keyGenerator: ({ ip }) => networkOf(ip),
  })
  app.decorateRequest('beyondLimit')
  type Limiter = ReturnType<FastifyInstance['createRateLimit']>
  const limiters = new Map<string, { all: Limiter; each: Limiter }>()
  const limits = new Map<string, RateLimit>()

  app.addHook('onRoute', ({ url, config }) => {
    const limit = config?.limit
    if (!limit) return
    const existing = limits.get(limit.name)
    const isSame =
      existing?.requests === limit.requests &&
      existing.seconds === limit.seconds &&
      existing.about === limit.about
    if (existing && !isSame)
      throw new Error(`${url}: the limit '${limit.name}' is defined with other numbers elsewhere`)
    if (existing) return
    const { name, requests, seconds, about } = limit
    const most = { max: requests, timeWindow: seconds * 1000 }
    const keyGenerator = ({ ip, params }: FastifyRequest) =>
      `${networkOf(ip)} ${about?.(params) ?? ''}`
    limits.set(name, limit)
    limiters.set(name, {
      all: app.createRateLimit(most),
      each: app.createRateLimit({ ...most, keyGenerator }),
    })
  })
  app.addHook('onRequest', async (request: FastifyRequest) => {
    const limit = request.routeOptions.config.limit
    const counted = limit && limiters.get(limit.name)
    if (!counted) return
    const isAboutOne = limit.about?.(request.params) !== undefined
    const secondsBeyond = async (limiter: Limiter) => {
      const state = await limiter(request)
      return 'isExceeded' in state && state.isExceeded ? Math.max(1, state.ttlInSeconds) : 0
    }
    const retryAfter = await secondsBeyond(counted.all)
    const isRepeated = isAboutOne && (await secondsBeyond(counted.each)) > 0
    if (retryAfter === 0) return
    const refusal = new Rejected(
      'too-many-requests',
      `Too many requests from your network: ${comeBack(retryAfter, contact)}`,
      { retryAfter },
    )
    if (!limit.isSoft && (!isAboutOne || isRepeated)) throw refusal
    request.beyondLimit = refusal
  })
}

/**
 * For routes that share a soft limit: beyond it, handles an address's requests one at a time. A
 * mobile network puts thousands of phones behind one address, and these customers have paid.
 *
 * @param pauseMs milliseconds between two requests from one address
 */
export const openSlowDown = (clock?: Clock | undefined, pauseMs = 1_000) => {
  const slowly = openSlowLane({ atOnce: 200, queue: 400, pauseMs, clock })
  return async ({ beyondLimit, claimant }: FastifyRequest): Promise<void> => {
    if (!beyondLimit) return
    const rest = await slowly(claimant)
    rest(pauseMs)
  }
}

/** When to try again, and how to reach the shop until then. */
export const comeBack = (seconds: number, contact: string | undefined): string => {
  const minutes = Math.ceil(seconds / 60)
  const when = seconds < 90 ? `${seconds} seconds` : `${minutes} minutes`
  const meanwhile = contact ? `, or write to the shop: ${contact}` : ''
  return `please try again in ${when}${meanwhile}`
}
