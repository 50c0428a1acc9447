import type { PaymentEvidence } from '@strand/contracts/money/evidence'
import { orderPaymentEndpoints } from '@strand/contracts/money/order-payment'
import { normalizeOrderId } from '@strand/contracts/order/id'
import type { Shop } from '@strand/contracts/shop/shop'
import type { Now } from '@strand/platform/clock'
import type { ReferenceHmacs } from '@strand/platform/crypto/reference-hmac'
import { Rejected } from '@strand/platform/errors'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { Pool } from '@strand/platform/postgres/pool'
import type { Progress } from '@strand/platform/processors/progress'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { openMoneyReader } from './open-money.ts'
import { orderPayment } from './order-payment.ts'

type Options = {
  pool: Pool
  shop: Pick<Shop, 'name'>
  hmacsOfReference: ReferenceHmacs
  progress: Pick<Progress, 'servedVersion'>
  paymentEvidence: PaymentEvidence
  now: Now
}

/** The money that pays an order, and the money that may. */
export const orderPaymentRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const readMoney = openMoneyReader({ ...options, shopName: options.shop.name })

  app.route({
    ...endpointRoute(orderPaymentEndpoints.getOrderPayment, { readModels: ['order', 'bank'] }),
    handler: async ({ params }) => {
      const orderId = normalizeOrderId(params.orderId)
      if (!orderId) throw new Rejected('not-found', 'There is no order with this id')
      return { result: await orderPayment(options, readMoney, orderId) }
    },
  })
}
