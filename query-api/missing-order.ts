import { orderStream } from '@strand/contracts/order/id'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'

/**
 * Says why the lists have no order with this id. If an event of the order cannot be applied yet,
 * the error does not claim that the order does not exist, because it will appear later.
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
