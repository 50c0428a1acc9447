import { orderEndpoints } from '@strand/contracts/order/endpoints'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { PaymentCodes } from './payment-codes.ts'

/** `POST /api/payment-codes`: a code for the transfer of an order that is still to come. */
export const paymentCodeRoutes: FastifyPluginAsyncZod<{ paymentCodes: PaymentCodes }> = async (
  app,
  { paymentCodes },
) => {
  app.route({
    ...endpointRoute(orderEndpoints.issuePaymentCode, {
      limit: { name: 'payment-codes', requests: 60, seconds: 3600 },
    }),
    handler: async (_request, reply) => {
      const code = await paymentCodes.issue()
      const message = `Your payment code is ${code}. Write it in the description of your transfer`
      return reply.code(201).send(successBody(message, { code, result: { code } }))
    },
  })
}
