import { logVerifierEndpoints } from '@strand/contracts/log-proof/log.endpoints'
import { normalizeOrderId, orderStream } from '@strand/contracts/order/id'
import { Rejected } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { type Entry, indexOf, readEntries } from '@strand/log-proof/entries'
import { signedProof } from '@strand/log-proof/signed-proof'
import { parseTilePath } from '@strand/log-proof/tile-path'
import { tileWidth } from '@strand/log-proof/tree'
import { type Claimant, openPlaces } from '@strand/platform/fairness/places'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

/** This limit allows a program with a token to fetch a log of ten million events in two hours. */
const config = { limit: { name: 'log-entries', requests: 600, seconds: 60 } }

/**
 * The parts of the log's proof that only auditors and their programs may read: the leaves, which
 * reveal event types, and proofs. Each request reads a tile's events from the log, so only two run
 * at a time.
 */
export const logVerifierRoutes: FastifyPluginAsyncZod<{
  pool: Pool
  eventStore: EventStore
}> = async (app, source) => {
  const places = openPlaces({ atOnce: 2, queue: 20 })

  const sendEntries = async (by: Claimant, reply: FastifyReply, ...parts: string[]) => {
    const address = parseTilePath(`0/${parts.join('/')}`)
    const entries =
      address && (await places.use(by, () => readEntries(source, address.index, address.width)))
    if (!entries) throw new Rejected('not-found', 'There is no such tile')
    return reply.header('Content-Type', 'application/octet-stream').send(bundleOf(entries))
  }
  app.route({
    ...endpointRoute(logVerifierEndpoints.getLogEntries, config),
    handler: ({ params: { first }, claimant }, reply) => sendEntries(claimant, reply, first),
  })
  app.route({
    ...endpointRoute(logVerifierEndpoints.getLogEntriesInTwoParts, config),
    handler: ({ params: { first, second }, claimant }, reply) =>
      sendEntries(claimant, reply, first, second),
  })
  app.route({
    ...endpointRoute(logVerifierEndpoints.getLogEntriesInThreeParts, config),
    handler: ({ params: { first, second, third }, claimant }, reply) =>
      sendEntries(claimant, reply, first, second, third),
  })

  app.route({
    ...endpointRoute(logVerifierEndpoints.getLogProof, config),
    handler: async ({ params, claimant }, reply) => {
      const index = /^(0|[1-9]\d{0,14})$/.test(params.index) ? Number(params.index) : null
      const [tile, place] = [Math.floor((index ?? 0) / tileWidth), (index ?? 0) % tileWidth]
      const entries =
        index === null
          ? null
          : await places.use(claimant, () => readEntries(source, tile, place + 1))
      const entry = entries?.[place]
      const proof = entry && (await signedProof(source.pool, entry))
      if (!proof) throw new Rejected('not-found', 'No checkpoint covers an event with this index')
      return sendProof(reply, proof, `event-${index}`)
    },
  })

  app.route({
    ...endpointRoute(logVerifierEndpoints.listOrderLogIndexes, config),
    handler: async ({ params, claimant }) => {
      const orderId = normalizeOrderId(params.orderId)
      const events = orderId ? await source.eventStore.readStream(orderStream(orderId)) : []
      if (events.length === 0) throw new Rejected('not-found', 'There is no order with this id')
      const result: { position: string; index: number | null }[] = []
      for (const { position } of events)
        result.push({
          position: String(position),
          index: await places.use(claimant, () => indexOf(source, position)),
        })
      return { result }
    },
  })
}

export const sendProof = (reply: FastifyReply, proof: string, name: string) =>
  reply
    .headers({
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.tlog-proof"`,
    })
    .send(proof)

/** Each leaf after its length in two bytes, as c2sp.org/tlog-tiles defines. */
const bundleOf = (entries: Entry[]): Buffer =>
  Buffer.concat(
    entries.flatMap(({ leaf }) => {
      const bytes = Buffer.from(leaf)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(bytes.length)
      return [length, bytes]
    }),
  )
