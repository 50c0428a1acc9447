import { PassThrough } from 'node:stream'
import { heartbeatSeconds, leasesEventName, liveEventName } from '@strand/contracts/order/live'
import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import { Rejected } from '@strand/event-sourcing/errors'
import type { EventStore, Position } from '@strand/event-sourcing/event-store/event-store'
import type { Log } from '@strand/event-sourcing/log'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Progress } from '@strand/event-sourcing/processors/progress'
import type { Now } from '@strand/platform/clock'
import { type Claimant, openPlaces } from '@strand/platform/fairness/places'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import { type Principal, sessionChecker } from '@strand/platform/http/principal'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { readOrderChanges } from './changes.ts'
import { runningLeases } from './lease.ts'
import type { ReadOrderCounts } from './lists/counts.ts'
import { type LiveListener, type LiveMessage, openLiveHub } from './live.hub.ts'

type Options = {
  pool: Pool
  eventStore: EventStore
  progress: Pick<Progress, 'waitFor'>
  counts: ReadOrderCounts
  now: Now
  log: Log
}

/** A client with more unread bytes than this counts as stuck. */
const maxBufferedBytes = 1_000_000

/**
 * The handler's timeout, in milliseconds: longer than a session and its stream, which last at most
 * 12 hours.
 */
const maxDuration = 12.5 * 3_600_000

/** `GET /api/admin/live`: streams the counts and the ids of new orders as they change. */
export const orderLiveRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const hub = openLiveHub({
    ...options,
    changes: (last) => readOrderChanges(options.pool, last),
    leases: () => runningLeases(options.pool),
  })
  const lives = sessionChecker(options)
  const streams = new Set<PassThrough>()
  // Beyond these limits, a browser tab polls the counts instead.
  const places = openPlaces({
    atOnce: 500,
    perClient: 5,
    retryAfter: 60,
    texts: {
      busy: 'Too many live streams, please try again',
      tooMany: 'You already follow the orders in too many tabs',
    },
  })
  // Limits how many streams read missed changes from the log at once.
  const readers = openPlaces({ atOnce: 2, queue: 100 })
  let isClosing = false
  // Without this hook, closing the server would wait for the streams.
  app.addHook('preClose', async () => {
    isClosing = true
    for (const stream of streams) stream.end()
  })

  const open = async (principal: Principal, by: Claimant, lastSeen: bigint | null) => {
    const place = await places.take(by)
    const stream = new PassThrough()
    streams.add(stream)
    const send = (text: string) => {
      if (stream.writableLength > maxBufferedBytes) stream.destroy()
      else if (stream.writable) stream.write(text)
    }
    const endUnlessAlive = () =>
      lives(principal.sessionId).then(
        (alive) => alive || stream.end(),
        () => stream.end(),
      )
    // Messages that arrive while the first is being prepared are sent after it, each once.
    let waiting: LiveMessage[] | null = []
    let lastSent: bigint = -1n
    const deliver = (message: LiveMessage) => {
      if (message.position <= lastSent) return
      lastSent = message.position
      send(formatMessage(message))
    }
    const listener: LiveListener = {
      deliverLeases: (leases) =>
        send(`event: ${leasesEventName}\ndata: ${JSON.stringify(leases)}\n\n`),
      deliver: (message) => (waiting ? waiting.push(message) : deliver(message)),
      recheck: (userId) => {
        if (userId === principal.userId) endUnlessAlive()
      },
    }
    const beat = setInterval(() => {
      send(': beat\n\n')
      endUnlessAlive()
    }, heartbeatSeconds * 1_000)
    stream.once('close', () => {
      clearInterval(beat)
      streams.delete(stream)
      place.release()
      hub.leave(listener)
    })
    try {
      const first = await readers.use(by, () => hub.join(listener, lastSeen))
      lastSent = first.position
      send(`retry: 3000\n${formatMessage(first)}`)
      for (const message of waiting) deliver(message)
      waiting = null
    } catch (error) {
      stream.destroy()
      throw error
    }
    return stream
  }

  app.route({
    ...endpointRoute(orderDeskEndpoints.followOrders),
    handlerTimeout: maxDuration,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const lastSeen = lastSeenOf(request)
      // This request arrived after `preClose` had ended all streams.
      if (isClosing) throw new Rejected('unavailable', 'The shop is restarting, please try again')
      const stream = await open(principalOf(request), request.claimant, lastSeen)
      return reply
        .headers({
          'Content-Type': 'text/event-stream; charset=utf-8',
          'Cache-Control': 'no-store',
          // Without this header, nginx would hold events back until its buffer is full.
          'X-Accel-Buffering': 'no',
        })
        .send(stream)
    },
  })
}

/** The largest possible position in a log: a signed 64-bit integer. */
const lastPosition = 2n ** 63n - 1n

/** The position of the last message that the client received; -1 means an empty log. */
const lastSeenOf = ({ headers }: FastifyRequest): Position | null => {
  const written = headers['last-event-id']
  if (written === undefined || written === '') return null
  const isPosition = typeof written === 'string' && /^(-1|\d{1,19})$/.test(written)
  if (!isPosition || BigInt(written) > lastPosition)
    throw new Rejected(
      'invalid',
      'Last-Event-ID is not from this shop: please follow the orders without it',
    )
  return BigInt(written)
}

const formatMessage = ({ position, update }: LiveMessage) =>
  `id: ${position}\nevent: ${liveEventName}\ndata: ${JSON.stringify(update)}\n\n`
