import type { OrderListQuery } from '@strand/contracts/order/staff'
import { orderDeskEndpoints, orderListEndpoints } from '@strand/contracts/order/staff.endpoints'
import { OrderStatus, orderStatusOptions } from '@strand/contracts/order/status'
import { memoizeByVersion } from '@strand/platform/async/memoize-by-version'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { Progress } from '@strand/platform/processors/progress'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { pageAnswer } from '../../page.ts'
import { type OrderListOptions, orderList } from './list.ts'
import { matchingOrderIds } from './matching-ids.ts'

export const orderRoutes: FastifyPluginAsyncZod<
  OrderListOptions & { progress: Pick<Progress, 'servedVersion'> }
> = async (app, options) => {
  const config = { readModels: ['order'] }
  // After a change every open screen asks for the same page at once. Decision 150.
  const pageText = memoizeByVersion(
    async (status: OrderStatus, query: OrderListQuery) => {
      const { rows, total } = await orderList(options, status, query)
      return JSON.stringify(pageAnswer(rows, total, query))
    },
    () => options.progress.servedVersion('order'),
    (...question) => JSON.stringify(question),
  )

  app.route({
    ...endpointRoute(orderDeskEndpoints.listOrderStatuses),
    handler: async () => ({ result: [...orderStatusOptions] }),
  })

  for (const status of OrderStatus.options)
    app.route({
      ...endpointRoute(orderListEndpoints[status], config),
      handler: async ({ query }, reply) => {
        const text = await pageText(status, query)
        // A text is sent as it is; the response schema only documents what it contains.
        return reply.type('application/json; charset=utf-8').send(text as never)
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
