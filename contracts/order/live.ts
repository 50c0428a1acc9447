import { z } from 'zod'
import { givenText } from '../text.ts'
import { OrderCounts } from './staff.ts'

/**
 * `GET /api/admin/live`: server-sent events of this single type, for signed-in staff. The event id
 * is a log position: after a disconnect, `Last-Event-ID` fetches what was missed. The server sends
 * a comment as a heartbeat every 20 s; the stream ends when the session does.
 */
export const liveEventName = 'orders'
/** Sent with all running `OrderLeases` whenever one changes, without an id. */
export const leasesEventName = 'leases'
export const heartbeatSeconds = 20

export const LiveOrders = z.object({
  counts: OrderCounts,
  /** Ids of the orders placed since the last event, oldest first. */
  orders: z.array(givenText),
  /** The client missed more than this event contains: a client that shows a list must reload it. */
  missed: z.boolean(),
})
export type LiveOrders = z.infer<typeof LiveOrders>
