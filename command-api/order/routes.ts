import { createHash, randomUUID } from 'node:crypto'
import { onceKeyLength } from '@strand/contracts/endpoint'
import { ArchiveOrder } from '@strand/contracts/order/archive-reason'
import { orderArchiving, orderCommandEndpoints } from '@strand/contracts/order/staff.endpoints'
import { type OrderStatus, orderStatuses } from '@strand/contracts/order/status'
import { enterCommentText, orderStatusOptions } from '@strand/contracts/order/status-change'
import { trackingEndpoints } from '@strand/contracts/order/tracking.endpoints'
import { invalidInput } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { Clock } from '@strand/platform/fairness/clock'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { idempotencyKey } from '@strand/platform/http/idempotency-key'
import { openSlowDown } from '@strand/platform/http/rate-limits'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { registerArchivingRoutes } from '../shared/archiving.routes.ts'
import { seenPosition, sendChanged } from '../shared/row-position.ts'
import type { OrderCommand } from './decider.ts'
import { handleOrderCommand, parseOrderId, staffCommandHandler } from './handler.ts'
import { archiveOrder, type OrderMoney } from './money/order-money.ts'
import { orderSealer, textSealer } from './seal-text.ts'
import { registerShipRoute } from './ship.routes.ts'
import type { Order } from './state.ts'

type Options = {
  eventStore: EventStore
  pool: Pool
  personalData: PersonalData
  undoSeconds: number
  money: OrderMoney
  now: Now
  clock?: Clock | undefined
}

export const orderRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { eventStore, personalData, money, now, clock } = options
  const slowDown = openSlowDown(clock)

  const handle = staffCommandHandler(options)
  const sealText = textSealer(personalData)
  registerArchivingRoutes(app, {
    endpoints: orderArchiving,
    things: 'orders',
    archive: async (id, origin, seen, details) => {
      const orderId = parseOrderId(id)
      const { reason, tell } = ArchiveOrder.parse(details)
      const command = async (order: Order): Promise<OrderCommand> => {
        if (reason === '') return { type: 'ArchiveOrder' }
        const sealed = await sealText(order, reason)
        return { type: 'ArchiveOrder', ...(tell ? { message: sealed } : { reason: sealed }) }
      }
      const { position } = await archiveOrder(money, orderId, command, { origin, seen })
      return { name: `Order ${orderId}`, position }
    },
    restore: async (id, origin, seen) => {
      const orderId = parseOrderId(id)
      const { position } = await handle(orderId, () => ({ type: 'RestoreOrder' }), { origin, seen })
      return { name: `Order ${orderId}`, position }
    },
    now,
  })

  registerShipRoute(app, { handle, seal: orderSealer(personalData), now })
  app.route({
    ...endpointRoute(orderCommandEndpoints.changeOrderStatus),
    handler: async (request, reply) => {
      const orderId = matchingOrderId(request.params.orderId, request.body.orderId)
      const { orderStatus, orderMessage } = request.body
      const to = parseStatus(orderStatus)
      const { position, events } = await handle(
        orderId,
        async (order) => {
          // An erased order can take no comment, but it can still be returned.
          if (orderStatuses[to].needsComment && orderMessage === '' && !order.erased)
            throw invalidInput([{ path: 'orderMessage', message: enterCommentText }])
          const message = orderMessage === '' ? null : await sealText(order, orderMessage)
          return { type: 'ChangeStatus', to, message }
        },
        { origin: staffOrigin(request, now()), seen: seenPosition(request) },
      )
      const text =
        events[0]?.type === 'OrderMessageUpdated'
          ? `The message of order ${orderId} has been updated`
          : `Order ${orderId} is now ${to}`
      return sendChanged(reply, position, text)
    },
  })

  app.route({
    ...endpointRoute(trackingEndpoints.reviewOrder, {
      limit: { name: 'review', requests: 60, seconds: 3600, isSoft: true },
    }),
    handler: async (request, reply) => {
      await slowDown(request)
      const orderId = matchingOrderId(request.params.orderId, request.body.orderId)
      const { position } = await handleOrderCommand(
        eventStore,
        orderId,
        async (order) => ({
          type: 'ReviewOrder',
          review: await sealText(order, request.body.review),
        }),
        {
          commandId: reviewCommand(orderId, idempotencyKey(request), request.body.review),
          correlationId: request.id,
          at: now(),
          actor: { kind: 'customer', id: orderId },
        },
      )
      return withPosition(reply, position).code(201).send(successBody('Thank you for your review'))
    },
  })
}

/**
 * A customer who did not get the server's answer sends the review again under the same key. The
 * review counts only once.
 */
const reviewCommand = (orderId: string, key: string | null, review: string) =>
  key === null || key.length < onceKeyLength
    ? randomUUID()
    : createHash('sha256')
        .update(JSON.stringify(['review', orderId, key, review]))
        .digest('base64url')

/** Finds a status by the option's id (a number, or digits) or by its name. */
const parseStatus = (written: number | string): OrderStatus => {
  const option = orderStatusOptions.find(
    ({ id, name }) => String(id) === String(written) || name === written,
  )
  if (option) return option.name
  throw invalidInput([{ path: 'orderStatus', message: 'Please select a status' }])
}

/** Returns the id in the URL. An id in the body must be the same. */
const matchingOrderId = (inAddress: string, inBody: string | undefined): string => {
  const orderId = parseOrderId(inAddress)
  if (inBody !== undefined && inBody !== '' && parseOrderId(inBody) !== orderId)
    throw invalidInput([
      { path: 'orderId', message: 'The order id in the body does not match the address' },
    ])
  return orderId
}
