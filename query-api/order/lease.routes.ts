import { normalizeOrderId } from '@strand/contracts/order/id'
import { orderLeaseEndpoints } from '@strand/contracts/order/lease'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import { successBody } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leaseNext, releaseLease, takeLease } from './lease.ts'
import { type OrderListOptions, orderRows } from './lists/list.ts'

export const orderLeaseRoutes: FastifyPluginAsyncZod<OrderListOptions> = async (app, options) => {
  const { pool } = options
  const config = { readModels: ['order'] }

  app.route({
    ...endpointRoute(orderLeaseEndpoints.nextReview, config),
    handler: async (request) => {
      const { userId } = principalOf(request)
      const orderId = await leaseNext(pool, { userId, skip: request.body.skip })
      const [result = null] = orderId === null ? [] : await orderRows(options, [orderId])
      const message = result
        ? `Order ${orderId} is yours to review`
        : 'No order is waiting for a review'
      return successBody(message, { result })
    },
  })

  app.route({
    ...endpointRoute(orderLeaseEndpoints.takeLease, config),
    handler: async (request) => {
      const orderId = normalizeOrderId(request.params.orderId) ?? ''
      await takeLease(pool, { orderId, userId: principalOf(request).userId, ...request.body })
      return successBody(`You are looking at order ${orderId}`)
    },
  })

  app.route({
    ...endpointRoute(orderLeaseEndpoints.releaseLease),
    handler: async (request) => {
      const orderId = normalizeOrderId(request.params.orderId) ?? ''
      await releaseLease(pool, orderId, principalOf(request).userId)
      return successBody('The order is free for others')
    },
  })
}
