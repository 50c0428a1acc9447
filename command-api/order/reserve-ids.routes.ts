import { counted } from '@strand/contracts/counted'
import { orderCommandEndpoints } from '@strand/contracts/order/staff.endpoints'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { reserveOrderIds, unusedIds } from './ids.ts'

type Options = { eventStore: EventStore; pool: Pool; now: Now }

export const orderReserveRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  app.route({
    ...endpointRoute(orderCommandEndpoints.reserveOrderIds),
    handler: async (request, reply) => {
      const origin = staffOrigin(request, options.now())
      const { ids, position } = await reserveOrderIds(options, request.query.num, origin)
      const message = `${counted(ids.length, 'order id')} generated`
      return withPosition(reply, position).send(successBody(message, { result: ids }))
    },
  })
  app.route({
    ...endpointRoute(orderCommandEndpoints.listUnusedOrderIds),
    handler: async () => ({ result: await unusedIds(options.pool) }),
  })
}
