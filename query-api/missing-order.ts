import { orderStream } from '@strand/contracts/order/id'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'

/**
 * Why the lists have no order with this id. If an event of the order is parked, the error does not
 * deny the order, which will appear later.
 */
export const missingOrder = async (pool: Pool, orderId: string): Promise<Rejected> => {
  const { rowCount } = await pool.query(
    `select from public.parked_stream
     where kind = 'projection' and name = 'order' and stream = $1 limit 1`,
    [orderStream(orderId)],
  )
  return rowCount
    ? new Rejected('unavailable', 'This order cannot be shown at the moment', { retryAfter: 60 })
    : new Rejected('not-found', 'There is no order with this id')
}
