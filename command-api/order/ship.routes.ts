import type { Sealed } from '@strand/contracts/envelope'
import { carrierName } from '@strand/contracts/order/carriers'
import { orderCommandEndpoints } from '@strand/contracts/order/staff.endpoints'
import type { JsonObject, Position } from '@strand/event-sourcing/event-store/event-store'
import type { Now } from '@strand/platform/clock'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { HttpServer } from '@strand/platform/http/server'
import { sendBulk } from '../shared/bulk.routes.ts'
import type { OrderCommand } from './decider.ts'
import { parseOrderId, type StaffRequest } from './handler.ts'
import type { Order } from './state.ts'

type Options = {
  handle: (
    orderId: string,
    command: (order: Order) => Promise<OrderCommand>,
    request: StaffRequest,
  ) => Promise<{ position: Position | null }>
  seal: (order: Order, contents: JsonObject) => Promise<Sealed>
  now: Now
}

/** `POST /api/admin/orders/ship`: many orders together, each with its own parcel. */
export const registerShipRoute = (app: HttpServer, { handle, seal, now }: Options) =>
  app.route({
    ...endpointRoute(orderCommandEndpoints.shipOrders),
    handler: (request, reply) => {
      const { orders, positions, message } = request.body
      const parcels = new Map(orders.map((parcel) => [parcel.orderId, parcel]))
      return sendBulk(request, reply, {
        ids: [...parcels.keys()],
        positions,
        origin: staffOrigin(request, now()),
        act: (id, origin, seen) => {
          const { carrier = '', waybill = '' } = parcels.get(id) ?? {}
          const command = async (order: Order): Promise<OrderCommand> => ({
            type: 'ChangeStatus',
            to: 'shipped',
            message: message === '' ? null : await seal(order, { text: message }),
            shipment: await seal(order, { carrier: carrierName(carrier), waybill }),
          })
          return handle(parseOrderId(id), command, { origin, seen })
        },
        message: (share) => `${share} orders are now shipped`,
      })
    },
  })
