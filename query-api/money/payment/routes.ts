import type { PaymentEvidence } from '@strand/contracts/money/evidence'
import { orderPaymentEndpoints } from '@strand/contracts/money/order-payment'
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
}
