import { orderCommandEndpoints } from '@strand/contracts/order/staff.endpoints'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { FileStore } from '@strand/platform/files/open'
import { type Origin, staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { registerBulkRoute } from '../../shared/bulk.routes.ts'
import { seenPosition, sendChanged } from '../../shared/row-position.ts'
import { handleOrderCommand, parseOrderId } from '../handler.ts'
import { eraseLinesOfOrder, type OrderMoney } from '../money/order-money.ts'
import { assertSeen } from '../seen.ts'
import type { Order } from '../state.ts'
import { destroyOrderData, recordPendingDestruction } from './destruction.ts'

type Options = {
  eventStore: EventStore
  pool: Pool
  personalData: PersonalData
  files: Pick<FileStore, 'delete'>
  money: OrderMoney
  now: Now
}

/**
 * `DELETE /api/admin/orders/{orderId}/personal-data`, and `POST
 * /api/admin/orders/erase-personal-data` for many orders: destroys the texts of bank lines that pay
 * only for this order, then the order's key and proof files. The event is appended before the key
 * and the files are destroyed, because it makes the read models drop the data. After a crash, the
 * remaining data is invisible, and `finishDestructions` destroys it. A repeated request tries again
 * to destroy what is left.
 */
export const orderErasureRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { now } = options

  const erase = (written: string, origin: Origin, seen: string | undefined) =>
    eraseOrder(options, written, { origin, seen })

  app.route({
    ...endpointRoute(orderCommandEndpoints.eraseOrder),
    handler: async (request, reply) => {
      const origin = staffOrigin(request, now())
      const { orderId, position } = await erase(
        request.params.orderId,
        origin,
        seenPosition(request),
      )
      return sendChanged(reply, position, `The personal data of order ${orderId} has been erased`)
    },
  })

  registerBulkRoute(app, {
    endpoint: orderCommandEndpoints.eraseOrders,
    act: erase,
    message: (share) => `The personal data of ${share} orders has been erased`,
    now,
  })
}

/** Erases an order, or continues an attempt that was interrupted. */
export const eraseOrder = async (
  options: Options,
  written: string,
  { origin, seen }: { origin: Origin; seen: string | undefined },
) => {
  const orderId = parseOrderId(written)
  const command = async (order: Order) => {
    await assertSeen(options, order, seen, origin.actor.id)
    await recordPendingDestruction(options, orderId)
    await eraseLinesOfOrder(options.money, order, origin)
    return { type: 'ErasePersonalData' } as const
  }
  const handled = await handleOrderCommand(options.eventStore, orderId, command, origin)
  if (handled.state) await destroyOrderData(options, handled.state)
  return { orderId, position: handled.position }
}
