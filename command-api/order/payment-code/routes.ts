import { orderEndpoints } from '@strand/contracts/order/endpoints'
import type { Clock } from '@strand/platform/fairness/clock'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { openSlowDown } from '@strand/platform/http/rate-limits'
import { successBody } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { PaymentCodes } from './payment-codes.ts'

/** `POST /api/payment-codes`: issues a code for the transfer of a future order. */
export const paymentCodeRoutes: FastifyPluginAsyncZod<{
  paymentCodes: PaymentCodes
  clock?: Clock | undefined
}> = async (app, { paymentCodes, clock }) => {
  const slowDown = openSlowDown(clock)
  app.route({
    ...endpointRoute(orderEndpoints.issuePaymentCode, {
      limit: { name: 'payment-codes', requests: 300, seconds: 3600, isSoft: true },
    }),
    handler: async (request, reply) => {
      await slowDown(request)
      const code = await paymentCodes.issue()
      const message = `Your payment code is ${code}. Write it in the description of your transfer`
      return reply.code(201).send(successBody(message, { code, result: { code } }))
    },
  })
}
