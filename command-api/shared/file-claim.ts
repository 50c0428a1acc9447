import { firstEvent } from '@strand/contracts/event-codec'
import { orderStreamEvents } from '@strand/contracts/order/events'
import { orderStream } from '@strand/contracts/order/id'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'

/**
 * `takenBy` is the submission that holds a file. `orderId` is the id of its order, unless the order
 * has a reserved id.
 */
export type FileClaim = { takenBy: string; orderId: string }

/**
 * Whether the log has the order that a file was claimed for, and that order has the file. The order
 * may have a reserved id instead of `orderId`. If the submission had an idempotency key, the stream
 * of `orderId` contains an `OrderIdAssigned` with the reserved id. Otherwise, only the table of
 * reserved ids contains that id.
 */
export const isReferencedInLog = async (
  { eventStore, pool }: { eventStore: EventStore; pool: Pool },
  { key, takenBy, orderId }: FileClaim & { key: string },
): Promise<boolean> => {
  const { rows } = await pool.query<{ order_id: string }>(
    'select order_id from reserved_order_id where taken_by = $1',
    [takenBy],
  )
  const ids = [orderId, ...rows.map((row) => row.order_id)]
  for (const id of ids) {
    const recorded = await eventStore.readStream(orderStream(id))
    const isReferenced = recorded.some((stored) => {
      const { event } = orderStreamEvents.decode(stored)
      return 'files' in event.data && event.data.files.some((file) => file.key === key)
    })
    if (isReferenced) return true
    const assigned = firstEvent(orderStreamEvents, 'OrderIdAssigned', recorded)
    if (assigned) ids.push(assigned.event.data.orderId)
  }
  return false
}
