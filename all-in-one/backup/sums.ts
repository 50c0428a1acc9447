import { orderStreamEvents } from '@strand/contracts/order/events'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { AddUp } from '@strand/platform/backup/segments'

/** The sums that a drill compares: the number of orders in the log, and their naira. */
export const addUp: AddUp = (sums, event) => {
  if (event.type !== 'OrderCreated') return
  const { event: decoded } = orderStreamEvents.decode(event)
  if (decoded.type !== 'OrderCreated') return
  sums.orders = (sums.orders ?? 0) + 1
  sums.naira = (sums.naira ?? 0) + decoded.data.total
}

export const sumsOfReadModels = async (pool: Pool): Promise<{ orders: number; naira: number }> => {
  const { rows } = await pool.query<{ orders: number; naira: number }>(
    `select count(*) as orders, coalesce(sum(total), 0)::float8 as naira from read.order_detail`,
  )
  return rows[0] ?? { orders: 0, naira: 0 }
}
