import { type Answer, type Call, call, jsonOf } from './call.ts'
import type { Form } from './form.ts'
import { orderForm, type Stock } from './stock.ts'
import { pause } from './until.ts'

type Told = {
  /** Acknowledged orders, by their customer's number. */
  orders: Map<number, string>
  approved: Set<string>
  answers: Map<string, number>
  unexpected: string[]
  /** In milliseconds: the longest time in which a caller tried in vain. */
  longestWait: number
  /** The log position of the newest acknowledged change. */
  position: bigint
}

type LoadOptions = Pick<Form, 'address' | 'mayBeClosed' | 'isFromOld'> & {
  stock: Stock
  oldVersion: string
}

/** The number of customers at a time, and each one's pause between two orders. */
const customers = 4
const pauseMs = 400
/**
 * In milliseconds: after this time with only temporary failures, a caller counts as refused for
 * good.
 */
const triesFor = 60_000

const countKind = ({ answers }: Told, kind: string) =>
  answers.set(kind, (answers.get(kind) ?? 0) + 1)

/**
 * Fastify's whole answer while it closes. Up to 0.1.0, the shop did not add `Retry-After` to it.
 */
const fastifyCloses =
  '{"error":"Service Unavailable","message":"Service Unavailable","statusCode":503}'
/** Whether processes of this release are known to give fastify's own answer while closing. */
export const closesBare = (version: string) => version === '0.1.0'

/**
 * The kind of an answer; null if an upgrade must never give it.
 *
 * @param mayCloseBare whether the answering release may give fastify's own answer while closing
 */
export const kindOf = (
  { status, headers, body, lost }: Answer,
  { mayBeClosed, mayCloseBare }: { mayBeClosed: boolean; mayCloseBare: boolean },
): string | null => {
  if (lost === 'refused') return mayBeClosed ? 'nobody listens' : null
  // When a single process ends, it may cut a request that it has just accepted.
  if (lost === 'cut') return mayBeClosed ? 'cut' : null
  if (status >= 200 && status < 300) return 'success'
  if (status === 503 && headers['retry-after'])
    return headers['x-lost'] === 'cut' ? '503, cut behind the front' : '503 with Retry-After'
  if (status === 503 && mayCloseBare && body.toString('utf8') === fastifyCloses)
    return '503 without Retry-After, as 0.1.0 closes'
  // `x-stale` says that a read may lack the caller's own last write.
  if (status === 404 && headers['x-stale']) return '404, said to be stale'
  return null
}

/** A client that follows the rules: after a 503, the client retries with the same key. */
const openClient = (options: LoadOptions, told: Told) => {
  const { address, mayBeClosed, isFromOld, oldVersion } = options
  return async (request: Call): Promise<Answer> => {
    const began = performance.now()
    for (;;) {
      const closedBefore = mayBeClosed()
      const askedAt = performance.now()
      const answer = await call(address, request)
      const kind = kindOf(answer, {
        mayBeClosed: closedBefore || mayBeClosed(),
        mayCloseBare: closesBare(oldVersion) && isFromOld(answer, askedAt),
      })
      const waited = performance.now() - began
      if (kind === null || waited > triesFor)
        told.unexpected.push(
          `${request.method ?? 'GET'} ${request.path}: ${answer.status} ${answer.lost ?? ''} ${answer.body.toString('utf8').slice(0, 200)}`,
        )
      countKind(told, kind ?? 'unexpected')
      if (kind === null || waited > triesFor) return answer
      if (answer.status !== 503 && !answer.lost) {
        told.longestWait = Math.max(told.longestWait, waited)
        const position = BigInt(String(answer.headers['x-position'] ?? '0'))
        if (position > told.position) told.position = position
        return answer
      }
      await pause(500)
    }
  }
}

/**
 * Until `stop`, customers order, and staff approve every third order and read the lists. `stop`
 * waits for outstanding answers.
 */
export const startLoad = (options: LoadOptions) => {
  const { stock } = options
  const told: Told = {
    orders: new Map(),
    approved: new Set(),
    answers: new Map(),
    unexpected: [],
    longestWait: 0,
    position: 0n,
  }
  const request = openClient(options, told)
  let isOver = false
  let next = 0

  const customer = async () => {
    while (!isOver) {
      const nth = next++
      const answer = await request(creation(stock, nth))
      const { orderId } = jsonOf(answer)
      if (answer.status < 300 && orderId) {
        told.orders.set(nth, orderId)
        const since = { 'x-min-position': String(answer.headers['x-position'] ?? '0') }
        await request({ path: `/api/orders/${orderId}/track`, headers: since })
        if (nth % 3 === 0) await approve(nth, orderId)
      }
      await request({ path: '/api/admin/orders', headers: stock.session })
      await pause(pauseMs)
    }
  }
  const approve = async (nth: number, orderId: string) => {
    const headers = { ...stock.session, 'idempotency-key': `approval-${nth}` }
    const path = `/api/admin/approve-order/${orderId}`
    const answer = await request({ method: 'PUT', path, headers, json: {} })
    if (answer.status < 300) told.approved.add(orderId)
  }
  const all = Promise.all(Array.from({ length: customers }, customer))
  return {
    told,
    request,
    stop: async () => {
      isOver = true
      await all
    },
  }
}
export type Load = ReturnType<typeof startLoad>

/**
 * The call that creates a customer's order. The call is always the same, so sending it again
 * returns the first order.
 */
export const creation = (stock: Stock, nth: number): Call => ({
  method: 'POST',
  path: '/api/create-order',
  json: orderForm(stock, nth),
  headers: { 'idempotency-key': `customer-${nth}` },
})
