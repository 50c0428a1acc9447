import { normalizeOrderId } from '@strand/contracts/order/id'
import type { PersonalRow } from '@strand/contracts/order/personal'
import type { QuestionState } from '@strand/contracts/order/question-kind'
import type { Shipment } from '@strand/contracts/order/shipment'
import type { OrderStatus } from '@strand/contracts/order/status'
import type { OrderHistory } from '@strand/contracts/order/tracking'
import { trackingEndpoints } from '@strand/contracts/order/tracking.endpoints'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Clock } from '@strand/platform/fairness/clock'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { openSlowDown, type RateLimit } from '@strand/platform/http/rate-limits'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { missingOrder } from '../missing-order.ts'
import { maskedInstagram, maskedName, maskedPhone } from './mask.ts'
import { shownShipment } from './shipment.ts'

type Tracked = Pick<PersonalRow, 'first_name' | 'last_name' | 'phone' | 'instagram'> & {
  order_id: string
  created_at: Date
  status: OrderStatus
  message: string
  shipment: Shipment | null
  total: number
  sales: string
  sales_message: string
  product: string
  question: QuestionState | null
}
type WithHistory = Pick<PersonalRow, 'first_name' | 'last_name'> & {
  order_id: string
  steps: Step[]
}

type Step = Omit<OrderHistory['histories'][number], 'shipment'> & { shipment?: Shipment }

const tracked = `
  select order_id, state.created_at, state.status, state.message, state.shipment,
    first_name, last_name, phone, instagram, total, detail.sales, product,
    case when status = 'pending' then question ->> 'state' end as question,
    coalesce((
      select message from read.sales campaign where campaign.sales_id::text = detail.sales_id
    ), '') as sales_message
  from read.order_state state join read.order_detail detail using (order_id)
  where order_id = $1`
const withHistory = `
  select order_id, first_name, last_name, steps
  from read.order_state join read.order_detail using (order_id) where order_id = $1`

const linked = (shipment: Shipment | null | undefined) => {
  const shown = shownShipment(shipment)
  return shown && { shipment: shown }
}

const shownQuestion = (question: QuestionState | null) =>
  question !== null && question !== 'closed' ? { question } : {}

/** Replaces text that is not an id; no order has this id. */
const noOrderId = '-'

type Params = { orderId: string }

/**
 * The customers of a mobile network may share an address. Beyond that address's limit, only
 * well-formed ids are looked up, five per second, and other requests are refused. More than 60
 * requests a minute about one order are refused, too.
 */
const limit: RateLimit = {
  name: 'track',
  requests: 60,
  seconds: 60,
  about: (params) => normalizeOrderId((params as Params).orderId) ?? undefined,
}
const pauseMs = 200

/** What anyone with an order's id may see of the order; personal fields are masked. */
export const trackingRoutes: FastifyPluginAsyncZod<{
  pool: Pool
  clock?: Clock | undefined
}> = async (app, { pool, clock }) => {
  const slowDown = openSlowDown(clock, pauseMs)
  const find = async <Row extends object>(name: string, text: string, request: FastifyRequest) => {
    await slowDown(request)
    const orderId = normalizeOrderId((request.params as Params).orderId) ?? noOrderId
    const { rows } = await pool.query<Row>({ name, text, values: [orderId] })
    if (rows[0]) return rows[0]
    // Beyond the limit, an unknown id counts as a guess.
    throw request.beyondLimit ?? (await missingOrder(pool, orderId))
  }
  const config = { readModels: ['order', 'sales'], limit }

  app.route({
    ...endpointRoute(trackingEndpoints.trackOrder, config),
    handler: async (request) => {
      const order = await find<Tracked>('track-order', tracked, request)
      return {
        result: {
          orderId: order.order_id,
          fullName: maskedName(order.first_name, order.last_name),
          phone: maskedPhone(order.phone, order.question === 'open' ? 0 : 4),
          product: order.product,
          amount: order.total,
          createdAt: order.created_at.toISOString(),
          orderStatus: order.status,
          salesMessage: order.sales_message,
          orderMessage: order.message,
          sales: order.sales,
          ...linked(order.shipment),
          instagramUsername: maskedInstagram(order.instagram),
          ...shownQuestion(order.question),
        },
      }
    },
  })

  app.route({
    ...endpointRoute(trackingEndpoints.getOrderHistory, config),
    handler: async (request) => {
      const order = await find<WithHistory>('order-history', withHistory, request)
      return {
        result: {
          orderId: order.order_id,
          fullname: maskedName(order.first_name, order.last_name),
          histories: order.steps.map(({ shipment, ...step }) => ({
            ...step,
            ...linked(shipment),
          })),
        },
      }
    },
  })
}
