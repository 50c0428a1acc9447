import { z } from 'zod'
import { givenText } from '../text.ts'
import { OrderCounts } from './staff.ts'
import { OrderStatus } from './status.ts'

/**
 * `GET /api/admin/live`: server-sent events of only this type, for signed-in staff. The event id is
 * a log position: after a disconnect, `Last-Event-ID` fetches what was missed. The server sends a
 * comment as a heartbeat every 20 s; the stream ends with the session.
 */
export const liveEventName = 'orders'
/** Sent without an id, with all current `OrderLeases`, whenever one changes. */
export const leasesEventName = 'leases'
export const heartbeatSeconds = 20

/** The most changes that one event lists; a client that missed more must reload. */
export const maxChanges = 1_000

/** An order that changed: its current status, and who did what to it: `Tola`, `shipped this`. */
export const OrderChange = z.object({
  orderid: givenText,
  /** As in the order's row. */
  position: givenText,
  orderstatus: OrderStatus,
  /** Empty unless a member of staff did it. */
  userid: givenText,
  who: givenText,
  did: givenText,
})
export type OrderChange = z.infer<typeof OrderChange>

export const LiveOrders = z.object({
  counts: OrderCounts,
  /** Ids of the orders placed since the last event, oldest first. */
  orders: z.array(givenText),
  /** Every order that changed since the last event, including new ones. */
  changed: z.array(OrderChange),
  /** The client missed more than this event contains, so it must reload any list that it shows. */
  missed: z.boolean(),
})
export type LiveOrders = z.infer<typeof LiveOrders>
