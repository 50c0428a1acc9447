import { pricePromiseEndpoints } from '@strand/contracts/order/price-promise'
import { promiseHours } from '@strand/contracts/order/promise-times'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { promisePrices } from './price-promises.ts'

type Options = { pool: Pool; tokenSecret: KeyRing; now: Now }

/** `POST /api/price-promises`: promises the prices that a customer sees before sending money. */
export const pricePromiseRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  app.route({
    ...endpointRoute(pricePromiseEndpoints.promisePrices, {
      limit: { name: 'price-promises', requests: 600, seconds: 3600 },
    }),
    handler: async (request, reply) => {
      const result = await promisePrices(options, request.body)
      const message = `These prices hold for ${promiseHours} hours from when you first saw them`
      return reply.code(201).send(successBody(message, { result }))
    },
  })
}
