import { takenBackEndpoints } from '@strand/contracts/order/taken-back'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Now } from '@strand/platform/clock'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { handleOrderCommand, parseOrderId } from '../handler.ts'
import { textSealer } from '../seal-text.ts'

type Options = { eventStore: EventStore; personalData: PersonalData; now: Now }

export const takenBackRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { eventStore, personalData, now } = options
  const seal = textSealer(personalData)
  app.route({
    ...endpointRoute(takenBackEndpoints.seeToTakenBack),
    handler: async (request, reply) => {
      const orderId = parseOrderId(request.params.orderId)
      const lineId = request.params.lineId.toLowerCase()
      const { outcome, note: typed } = request.body
      const { position } = await handleOrderCommand(
        eventStore,
        orderId,
        async (order) => {
          const isOpen = order.takenBack.some(
            (one) => one.lineId === lineId && one.outcome === null,
          )
          // Seals the note only for an open case. A command that must be refused is then refused
          // for its real reason, not because the note cannot be sealed.
          const note = isOpen && typed !== '' ? await seal(order, typed) : null
          return { type: 'SeeToTakenBack', lineId, outcome, note }
        },
        staffOrigin(request, now()),
      )
      const message = `The money that the bank took back from order ${orderId} is marked as dealt with`
      return withPosition(reply, position).send(successBody(message))
    },
  })
}
