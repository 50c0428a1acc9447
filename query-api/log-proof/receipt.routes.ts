import { normalizeOrderId, orderStream } from '@strand/contracts/order/id'
import { receiptEndpoints } from '@strand/contracts/order/receipt'
import { Rejected, unavailable } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { findEntry } from '@strand/log-proof/entries'
import { signedProof } from '@strand/log-proof/signed-proof'
import { openProcessorBudget } from '@strand/platform/fairness/budget'
import { openPlaces } from '@strand/platform/fairness/places'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sendProof } from './verifier.routes.ts'

const config = { limit: { name: 'receipt', requests: 60, seconds: 60 } }

/**
 * Gives customers the proof that their order is in the log. As in tracking, the order's id is the
 * only permission.
 */
export const receiptRoutes: FastifyPluginAsyncZod<{ pool: Pool; eventStore: EventStore }> = async (
  app,
  source,
) => {
  // These places are only for customers, so that auditors need not wait for them.
  const places = openPlaces({ atOnce: 2, queue: 50, budget: openProcessorBudget() })
  app.route({
    ...endpointRoute(receiptEndpoints.getOrderReceipt, config),
    handler: async ({ params, claimant }, reply) => {
      const orderId = normalizeOrderId(params.orderId)
      const events = orderId ? await source.eventStore.readStream(orderStream(orderId)) : []
      // The stream of a reserved id may contain no order, but only the id under which the order was
      // placed.
      const created = events.find(({ type }) => type === 'OrderCreated')
      if (!orderId || !created) throw new Rejected('not-found', 'There is no order with this id')
      const proof = await places.spend(claimant, async () => {
        const entry = await findEntry(source, created)
        return entry && signedProof(source.pool, entry)
      })
      if (!proof) throw unavailable('The proof of this order')
      return sendProof(reply, proof, `order-${orderId}`)
    },
  })
}
