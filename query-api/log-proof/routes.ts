import { logEndpoints } from '@strand/contracts/log-proof/log.endpoints'
import { Rejected } from '@strand/event-sourcing/errors'
import { beginning, type EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { cosignedNote, readCosignatures } from '@strand/log-proof/cosignature-tables'
import { openKeyChain } from '@strand/log-proof/key-chain'
import { publishedChanges } from '@strand/log-proof/key-change'
import { proofStream } from '@strand/log-proof/proof-stream'
import { readCheckpoint, readTile, readTree } from '@strand/log-proof/tables'
import { parseTilePath } from '@strand/log-proof/tile-path'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

/** This limit allows fetching a log of ten million events in an hour. */
const config = { limit: { name: 'log', requests: 1_200, seconds: 60 } }
/** A tile never changes: an address always names the same hashes. */
const forever = 'public, max-age=31536000, immutable'
const hashBytes = 32

/** The public proof of the event log. The proof reveals nothing about people or orders. */
export const logProofRoutes: FastifyPluginAsyncZod<{
  pool: Pool
  eventStore: EventStore
}> = async (app, { pool, eventStore }) => {
  const text = (reply: FastifyReply, content: string) =>
    reply
      .headers({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' })
      .send(content)

  app.route({
    ...endpointRoute(logEndpoints.getLogCheckpoint, config),
    handler: async (_request, reply) => {
      const checkpoint = await readCheckpoint(pool)
      if (!checkpoint) throw new Rejected('not-found', 'No checkpoint has been signed yet')
      const cosignatures = await readCosignatures(pool, [checkpoint.size])
      return text(reply, cosignedNote(checkpoint.note, cosignatures))
    },
  })
  app.route({
    ...endpointRoute(logEndpoints.getLogKey, config),
    handler: async (_request, reply) => {
      const tree = await readTree(pool)
      if (!tree) throw new Rejected('not-found', 'No checkpoint has been signed yet')
      return text(reply, `${tree.verifierKey}\n`)
    },
  })
  app.route({
    ...endpointRoute(logEndpoints.getLogKeyChanges, config),
    handler: async (_request, reply) => {
      // Lists only the changes that the newest checkpoint covers, so that both refer to the same
      // keys.
      const { position = beginning } = (await readTree(pool)) ?? {}
      const { changes } = openKeyChain(await eventStore.readStream(proofStream))
      return text(reply, publishedChanges(changes.filter((one) => one.position <= position)))
    },
  })

  const sendTile = async (reply: FastifyReply, ...parts: string[]) => {
    const address = parseTilePath(parts.join('/'))
    const hashes = address && (await readTile(pool, address.level, address.index))
    // A partial tile is the beginning of a tile, which may be longer by now.
    const bytes = (address?.width ?? 0) * hashBytes
    if (!hashes || hashes.length < bytes) throw new Rejected('not-found', 'There is no such tile')
    return reply
      .headers({ 'Content-Type': 'application/octet-stream', 'Cache-Control': forever })
      .send(hashes.subarray(0, bytes))
  }
  app.route({
    ...endpointRoute(logEndpoints.getLogTile, config),
    handler: ({ params: { level, first } }, reply) => sendTile(reply, level, first),
  })
  app.route({
    ...endpointRoute(logEndpoints.getLogTileInTwoParts, config),
    handler: ({ params: { level, first, second } }, reply) => sendTile(reply, level, first, second),
  })
  app.route({
    ...endpointRoute(logEndpoints.getLogTileInThreeParts, config),
    handler: ({ params: { level, first, second, third } }, reply) =>
      sendTile(reply, level, first, second, third),
  })
}
