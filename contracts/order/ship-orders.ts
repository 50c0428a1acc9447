import { z } from 'zod'
import { LogPosition } from '../answer.ts'
import { identifier, maxMessageLength, optionalText, requiredLine, thingName } from '../text.ts'

export const ShipOrder = z.object({
  orderId: identifier().min(1, 'Please select an order'),
  carrier: thingName('Please enter the carrier', 60),
  waybill: requiredLine('Please enter the waybill', 60),
})

export const maxShipped = 500

/**
 * `POST /api/admin/orders/ship`: orders with their parcels, and at most one message for all
 * customers.
 */
export const ShipOrders = z.object({
  orders: z
    .array(ShipOrder)
    .min(1, 'Please select at least one')
    .max(maxShipped, `At most ${maxShipped} orders, please`)
    .refine(
      (orders) => new Set(orders.map(({ orderId }) => orderId)).size === orders.length,
      'Each order can be named only once',
    ),
  positions: z.record(identifier(), LogPosition).default({}),
  message: optionalText(maxMessageLength),
})
export type ShipOrders = z.infer<typeof ShipOrders>
