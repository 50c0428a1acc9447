import { orderEndpoints } from '@strand/contracts/order/endpoints'
import { normalizeOrderId } from '@strand/contracts/order/id'
import type { OrderHistory } from '@strand/contracts/order/order'
import type { OrderStatus } from '@strand/contracts/order/status'
import { Rejected } from '@strand/platform/errors'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { Pool } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { maskedInstagram, maskedName, maskedPhone } from './mask.ts'

type Tracked = {
  order_id: string
  created_at: Date
  status: OrderStatus
  message: string
  steps: OrderHistory['histories']
  first_name: string
  last_name: string
  phone: string
  instagram: string
  total: number
  sales: string
  sales_message: string
  product: string
}

/** An id that no order has: text that is not an id is looked up like an unknown id. */
const noOrderId = '-'

/** What anyone with an order's id may see of the order; personal fields are masked. */
export const trackingRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  const find = async (typed: string): Promise<Tracked> => {
    const { rows } = await pool.query<Tracked>(
      `select order_id, state.created_at, state.status, state.message, steps,
         first_name, last_name, phone, instagram, total, detail.sales, product,
         coalesce((
           select message from read.sales campaign where campaign.sales_id::text = detail.sales_id
         ), '') as sales_message
       from read.order_state state join read.order_detail detail using (order_id)
       where order_id = $1`,
      [normalizeOrderId(typed) ?? noOrderId],
    )
    if (!rows[0]) throw new Rejected('not-found', 'There is no order with this id')
    return rows[0]
  }
  const config = {
    readModels: ['order', 'sales'],
    limit: { name: 'track', requests: 60, seconds: 60 },
  }

  app.route({
    ...endpointRoute(orderEndpoints.trackOrder, config),
    handler: async (request) => {
      const order = await find(request.params.orderId)
      return {
        result: {
          orderId: order.order_id,
          fullName: maskedName(order.first_name, order.last_name),
          phone: maskedPhone(order.phone),
          product: order.product,
          amount: order.total,
          createdAt: order.created_at.toISOString(),
          orderStatus: order.status,
          salesMessage: order.sales_message,
          orderMessage: order.message,
          sales: order.sales,
          instagramUsername: maskedInstagram(order.instagram),
        },
      }
    },
  })

  app.route({
    ...endpointRoute(orderEndpoints.getOrderHistory, config),
    handler: async (request) => {
      const order = await find(request.params.orderId)
      return {
        result: {
          orderId: order.order_id,
          fullname: maskedName(order.first_name, order.last_name),
          histories: order.steps,
        },
      }
    },
  })
}
