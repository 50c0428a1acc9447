import type { PaymentEvidence } from '@strand/contracts/money/evidence'
import { moneyInView } from '@strand/contracts/money/money-in-view'
import { type OrderWithMoney, orderPaymentEndpoints } from '@strand/contracts/money/order-payment'
import { normalizeOrderId } from '@strand/contracts/order/id'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { OpenMoney } from './open-money.ts'
import { orderPayment } from './order-payment.ts'

type Options = {
  pool: Pool
  paymentEvidence: PaymentEvidence
  paymentTolerance?: number | undefined
  readMoney: () => Promise<OpenMoney>
}

/** Null for an order that nobody knows. */
const paymentOf = (options: Options, orderId: string) =>
  orderPayment(options, options.readMoney, orderId).catch((error) => {
    if (error instanceof Rejected && error.code === 'not-found') return null
    throw error
  })

/** The money that pays an order, and the money that may. */
export const orderPaymentRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  app.route({
    ...endpointRoute(orderPaymentEndpoints.getOrderPayment, { readModels: ['order', 'bank'] }),
    handler: async ({ params }) => {
      const orderId = normalizeOrderId(params.orderId)
      if (!orderId) throw new Rejected('not-found', 'There is no order with this id')
      return { result: await orderPayment(options, options.readMoney, orderId) }
    },
  })

  app.route({
    ...endpointRoute(orderPaymentEndpoints.listOrdersWithMoney, { readModels: ['order', 'bank'] }),
    handler: async ({ query }) => {
      const found: OrderWithMoney[] = []
      // A shop that has imported no statement has no money to look for.
      if ((await options.readMoney()).newestLineOn === null) return { result: found }
      for (const orderId of new Set(query.ids.map(normalizeOrderId))) {
        const payment = orderId && (await paymentOf(options, orderId))
        const money = payment ? moneyInView(payment) : []
        if (orderId && money.length > 0) found.push({ orderId, money })
      }
      return { result: found }
    },
  })
}
