import { orderDeskEndpoints, orderListEndpoints } from '@strand/contracts/order/staff.endpoints'
import { OrderStatus, orderStatusOptions } from '@strand/contracts/order/status'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { pageAnswer } from '../../page.ts'
import type { ReadOrderCounts } from './counts.ts'
import { type OrderListOptions, orderList } from './list.ts'
import { matchingOrderIds } from './matching-ids.ts'

export const orderRoutes: FastifyPluginAsyncZod<
  OrderListOptions & { counts: ReadOrderCounts }
> = async (app, options) => {
  const config = { readModels: ['order'] }

  app.route({
    ...endpointRoute(orderDeskEndpoints.listOrderStatuses),
    handler: async () => ({ result: [...orderStatusOptions] }),
  })

  for (const status of OrderStatus.options)
    app.route({
      ...endpointRoute(orderListEndpoints[status], config),
      handler: async ({ query }) => {
        const { rows, total } = await orderList(options, status, query)
        return pageAnswer(rows, total, query)
      },
    })

  app.route({
    ...endpointRoute(orderDeskEndpoints.listMatchingOrderIds, config),
    handler: async ({ query }) => ({ result: await matchingOrderIds(options.pool, query) }),
  })

  app.route({
    ...endpointRoute(orderDeskEndpoints.countOrders, config),
    handler: async () => ({ result: await options.counts() }),
  })
}
