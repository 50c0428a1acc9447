import { z } from 'zod'
import { OrderCounts } from './order.staff.ts'
import { givenText } from './text.ts'

/**
 * `GET /api/admin/live`: server-sent events of this one kind, for signed-in staff. The event's id is
 * a position of the log: after a break, `Last-Event-ID` brings what was missed. A comment beats every
 * 20 s; the stream ends when the session does.
 */
export const liveEvent = 'orders'
export const liveBeatSeconds = 20

export const LiveOrders = z.object({
  counts: OrderCounts,
  /** Ids of the orders that were placed since the last event, oldest first. */
  orders: z.array(givenText),
  /** More was missed than is told here: whoever shows a list loads it again. */
  missed: z.boolean(),
})
export type LiveOrders = z.infer<typeof LiveOrders>
