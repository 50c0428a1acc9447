import { z } from 'zod'
import { givenText } from '../text.ts'
import { OrderCounts } from './staff.ts'
import { OrderStatus } from './status.ts'

/**
 * `GET /api/admin/live` sends server-sent events to signed-in staff. Each event of this type has a
 * log position as its id. After a disconnect, a client that sends the last id in the header
 * `Last-Event-ID` gets what it missed. Every 20 s, the server sends a comment as a heartbeat. The
 * stream ends with the session.
 */
export const liveEventName = 'orders'
/** An event with all current `OrderLeases`, without an id; sent when a lease changes. */
export const leasesEventName = 'leases'
export const heartbeatSeconds = 20

/** The maximum number of changes in one event. A client that missed more must reload. */
export const maxChanges = 1_000

/**
 * An order that changed: its current status, and who did what (for example, `Tola` and `shipped
 * this`).
 */
export const OrderChange = z.object({
  orderid: givenText,
  position: givenText,
  orderstatus: OrderStatus,
  /** Empty unless a member of staff changed the order. */
  userid: givenText,
  who: givenText,
  did: givenText,
})
export type OrderChange = z.infer<typeof OrderChange>

export const LiveOrders = z.object({
  counts: OrderCounts,
  /** Ids of the orders placed since the last event, oldest first. */
  orders: z.array(givenText),
  /** Every order that changed since the last event, including new orders. */
  changed: z.array(OrderChange),
  /** True if the client missed more than this event contains, so that it must reload its lists. */
  missed: z.boolean(),
})
export type LiveOrders = z.infer<typeof LiveOrders>
