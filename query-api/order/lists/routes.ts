import { resultOf } from '@strand/contracts/answer'
import { pageOf } from '@strand/contracts/list'
import {
  MatchingOrderIds,
  OrderCounts,
  OrderIdsQuery,
  OrderListQuery,
  OrderRow,
} from '@strand/contracts/order/staff'
import {
  OrderStatus,
  OrderStatusOption,
  orderStatuses,
  orderStatusOptions,
} from '@strand/contracts/order/status'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { pageAnswer } from '../../page.ts'
import type { ReadOrderCounts } from './counts.ts'
import { type OrderListOptions, orderList } from './list.ts'
import { matchingOrderIds } from './matching-ids.ts'

export const orderRoutes: FastifyPluginAsyncZod<
  OrderListOptions & { counts: ReadOrderCounts }
> = async (app, options) => {
  const config = { access: { permission: 'orders.read' }, readModels: ['order'] }

  app.get(
    '/api/orders/status',
    {
      config: { access: 'public' },
      schema: { response: { 200: resultOf(z.array(OrderStatusOption)) } },
    },
    async () => ({ result: orderStatusOptions }),
  )

  for (const status of OrderStatus.options)
    app.get(
      `/api${orderStatuses[status].listPath}`,
      { config, schema: { querystring: OrderListQuery, response: { 200: pageOf(OrderRow) } } },
      async ({ query }) => {
        const { rows, total } = await orderList(options, status, query)
        return pageAnswer(rows, total, query)
      },
    )

  app.get(
    '/api/admin/orders/ids',
    {
      config,
      schema: { querystring: OrderIdsQuery, response: { 200: resultOf(MatchingOrderIds) } },
    },
    async ({ query }) => ({ result: await matchingOrderIds(options.pool, query) }),
  )

  app.get(
    '/api/admin/orders/counts',
    { config, schema: { response: { 200: resultOf(OrderCounts) } } },
    async () => ({ result: await options.counts() }),
  )
}
