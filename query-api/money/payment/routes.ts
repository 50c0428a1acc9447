import type { PaymentEvidence } from '@strand/contracts/money/evidence'
import { moneyInView } from '@strand/contracts/money/money-in-view'
import { type OrderWithMoney, orderPaymentEndpoints } from '@strand/contracts/money/order-payment'
import { normalizeOrderId } from '@strand/contracts/order/id'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { missingOrder } from '../../missing-order.ts'
import type { OpenMoney } from './open-money.ts'
import { orderPayments } from './order-payment.ts'

type Options = {
  pool: Pool
  paymentEvidence: PaymentEvidence
  paymentTolerance?: number | undefined
  readMoney: () => Promise<OpenMoney>
}

/** The money that pays for an order, and the money that could pay for it. */
export const orderPaymentRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  app.route({
    ...endpointRoute(orderPaymentEndpoints.getOrderPayment, { readModels: ['order', 'bank'] }),
    handler: async ({ params }) => {
      const orderId = normalizeOrderId(params.orderId)
      if (!orderId) throw new Rejected('not-found', 'There is no order with this id')
      const payments = await orderPayments(options, options.readMoney, [orderId])
      const payment = payments.get(orderId)
      if (!payment) throw await missingOrder(options.pool, orderId)
      return { result: payment }
    },
  })

  app.route({
    ...endpointRoute(orderPaymentEndpoints.listOrdersWithMoney, { readModels: ['order', 'bank'] }),
    handler: async ({ query }) => {
      // Without an imported statement, there is no money to look for.
      if ((await options.readMoney()).newestLineOn === null) return { result: [] }
      const ids = [...new Set(query.ids.flatMap((id) => normalizeOrderId(id) ?? []))]
      const payments = await orderPayments(options, options.readMoney, ids)
      const found = ids.flatMap((orderId): OrderWithMoney[] => {
        const payment = payments.get(orderId)
        const money = payment ? moneyInView(payment) : []
        return money.length > 0 ? [{ orderId, money }] : []
      })
      return { result: found }
    },
  })
}
