import { randomUUID } from 'node:crypto'
import type { Sealed } from '@strand/contracts/envelope'
import { orderArchiving, orderCommandEndpoints } from '@strand/contracts/order/staff.endpoints'
import {
  enterCommentText,
  type OrderStatus,
  orderStatuses,
  orderStatusOptions,
} from '@strand/contracts/order/status'
import { trackingEndpoints } from '@strand/contracts/order/tracking.endpoints'
import type { Now } from '@strand/platform/clock'
import { type Origin, staffOrigin } from '@strand/platform/commands/origin'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { EventStore } from '@strand/platform/event-store/event-store'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { invalidInput } from '@strand/platform/http/errors'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { Pool } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { registerArchivingRoutes } from '../shared/archiving.routes.ts'
import { seenPosition, sendChanged } from '../shared/row-position.ts'
import { type OrderCommand, personalDataErased } from './decider.ts'
import { handleOrderCommand, parseOrderId } from './handler.ts'
import { assertSeen } from './seen.ts'
import type { Order } from './state.ts'

type Options = { eventStore: EventStore; pool: Pool; personalData: PersonalData; now: Now }

/** Staff actions on orders, one or many at a time, and the customer's review. */
// Long because it lists routes.
export const orderRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { eventStore, personalData, now } = options

  /** A command of staff, who may say which state of the order they saw. */
  const handle = (
    orderId: string,
    command: (order: Order) => Promise<OrderCommand> | OrderCommand,
    origin: Origin,
    seen: string | undefined,
  ) =>
    handleOrderCommand(
      eventStore,
      orderId,
      async (order) => {
        await assertSeen(options, order, seen, origin.actor.id)
        return command(order)
      },
      origin,
    )
  const act =
    (command: OrderCommand) => async (id: string, origin: Origin, seen: string | undefined) => {
      const orderId = parseOrderId(id)
      const { position } = await handle(orderId, () => command, origin, seen)
      return { name: `Order ${orderId}`, position }
    }
  registerArchivingRoutes(app, {
    endpoints: orderArchiving,
    things: 'orders',
    archive: act({ type: 'ArchiveOrder' }),
    restore: act({ type: 'RestoreOrder' }),
    now,
  })

  const approve = act({ type: 'ApproveOrder' })
  app.route({
    ...endpointRoute(orderCommandEndpoints.approveOrder),
    handler: async (request, reply) => {
      const { id } = request.params
      const origin = staffOrigin(request, now())
      const { name, position } = await approve(id, origin, seenPosition(request))
      return sendChanged(reply, position, `${name} has been approved`)
    },
  })

  /** Seals a text of an order under the order's own key. Decision 007. */
  const sealText = async ({ keyId }: Order, text: string): Promise<Sealed> => {
    const key = await personalData.load(keyId)
    if (key) return personalData.seal(key, { text })
    throw personalDataErased()
  }

  app.route({
    ...endpointRoute(orderCommandEndpoints.changeOrderStatus),
    handler: async (request, reply) => {
      const orderId = matchingOrderId(request.params.orderId, request.body.orderId)
      const { orderStatus, orderMessage } = request.body
      const to = parseStatus(orderStatus)
      if (orderStatuses[to].needsComment && orderMessage === '')
        throw invalidInput([{ path: 'orderMessage', message: enterCommentText }])
      const { position, events } = await handle(
        orderId,
        async (order) => {
          const message = orderMessage === '' ? null : await sealText(order, orderMessage)
          return { type: 'ChangeStatus', to, message }
        },
        staffOrigin(request, now()),
        seenPosition(request),
      )
      const text =
        events[0]?.type === 'OrderMessageUpdated'
          ? `The message of order ${orderId} has been updated`
          : `Order ${orderId} is now ${to}`
      return sendChanged(reply, position, text)
    },
  })

  app.route({
    ...endpointRoute(orderCommandEndpoints.undoOrderChange),
    handler: async (request, reply) => {
      const orderId = parseOrderId(request.params.orderId)
      const command = { type: 'UndoChange', position: request.body.position } as const
      const origin = staffOrigin(request, now())
      const seen = seenPosition(request)
      const { position, state } = await handle(orderId, () => command, origin, seen)
      return sendChanged(reply, position, `Undone: order ${orderId} is ${state?.status} again`)
    },
  })

  app.route({
    ...endpointRoute(trackingEndpoints.reviewOrder, {
      limit: { name: 'review', requests: 60, seconds: 3600 },
    }),
    handler: async (request, reply) => {
      const orderId = matchingOrderId(request.params.orderId, request.body.orderId)
      const { position } = await handleOrderCommand(
        eventStore,
        orderId,
        async (order) => ({
          type: 'ReviewOrder',
          review: await sealText(order, request.body.review),
        }),
        {
          commandId: randomUUID(),
          correlationId: request.id,
          at: now(),
          actor: { kind: 'customer', id: orderId },
        },
      )
      return withPosition(reply, position).code(201).send(successBody('Thank you for your review'))
    },
  })
}

/** Finds a status by the option's id, as a number or in digits, or by its name. */
const parseStatus = (written: number | string): OrderStatus => {
  const option = orderStatusOptions.find(
    ({ id, name }) => String(id) === String(written) || name === written,
  )
  if (option) return option.name
  throw invalidInput([{ path: 'orderStatus', message: 'Please select a status' }])
}

/** The id in the URL. An id in the body, if given, must be the same. */
const matchingOrderId = (inAddress: string, inBody: string | undefined): string => {
  const orderId = parseOrderId(inAddress)
  if (inBody !== undefined && inBody !== '' && parseOrderId(inBody) !== orderId)
    throw invalidInput([{ path: 'orderId', message: 'The order id does not match the address' }])
  return orderId
}
