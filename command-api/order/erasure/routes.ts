import { orderCommandEndpoints } from '@strand/contracts/order/staff.endpoints'
import type { Now } from '@strand/platform/clock'
import { inBulk } from '@strand/platform/commands/bulk'
import { type Origin, partOf, staffOrigin } from '@strand/platform/commands/origin'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import type { EventStore } from '@strand/platform/event-store/event-store'
import type { FileStore } from '@strand/platform/files/open'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { Pool } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { handleOrderCommand, parseOrderId, readOrder } from '../handler.ts'
import { destroyOrderData, recordPendingDestruction } from './destruction.ts'

type Options = {
  eventStore: EventStore
  pool: Pool
  personalData: PersonalData
  files: Pick<FileStore, 'delete'>
  now: Now
}

/**
 * `DELETE /api/admin/orders/{orderId}/personal-data`, and `POST
 * /api/admin/orders/erase-personal-data` for many: destroys the order's key and proof files. The
 * event is appended first, because it makes the read models drop the data. A crash after it leaves
 * data that nobody can see any more, and `finishErasures` destroys that data. A repeated request
 * destroys again.
 */
export const orderErasureRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { eventStore, now } = options

  const erase = async (written: string, origin: Origin) => {
    const orderId = parseOrderId(written)
    await readOrder(eventStore, orderId)
    await recordPendingDestruction(options, orderId)
    const command = { type: 'ErasePersonalData' } as const
    const { state, position } = await handleOrderCommand(eventStore, orderId, command, origin)
    if (state) await destroyOrderData(options, state)
    return { orderId, position }
  }

  app.route({
    ...endpointRoute(orderCommandEndpoints.eraseOrder),
    handler: async (request, reply) => {
      const { orderId, position } = await erase(request.params.orderId, staffOrigin(request, now()))
      return withPosition(reply, position).send(
        successBody(`The personal data of order ${orderId} has been erased`),
      )
    },
  })

  app.route({
    ...endpointRoute(orderCommandEndpoints.eraseOrders),
    handler: async (request, reply) => {
      const origin = staffOrigin(request, now())
      const {
        done: result,
        failed,
        position,
      } = await inBulk(
        request.body,
        async (id) => (await erase(id, partOf(origin, id))).position,
        request.log,
      )
      const message = `The personal data of ${result.length} of ${result.length + failed.length} orders has been erased`
      return withPosition(reply, position).send(successBody(message, { result, failed }))
    },
  })
}
