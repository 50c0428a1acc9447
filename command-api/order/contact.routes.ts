import { customerContactEndpoints } from '@strand/contracts/order/customer-contact'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Now } from '@strand/platform/clock'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { handleOrderCommand, parseOrderId } from './handler.ts'
import { textSealer } from './seal-text.ts'

type Options = { eventStore: EventStore; personalData: PersonalData; now: Now }

export const contactRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { eventStore, personalData, now } = options
  const sealText = textSealer(personalData)
  app.route({
    ...endpointRoute(customerContactEndpoints.contactCustomer),
    handler: async (request, reply) => {
      const orderId = parseOrderId(request.params.orderId)
      const { channel, text } = request.body
      const { position } = await handleOrderCommand(
        eventStore,
        orderId,
        async (order) => ({
          type: 'ContactCustomer',
          channel,
          text: await sealText(order, text),
        }),
        staffOrigin(request, now()),
      )
      const message = `Your message to the customer of order ${orderId} is in the order’s history`
      return withPosition(reply, position).code(201).send(successBody(message))
    },
  })
}
