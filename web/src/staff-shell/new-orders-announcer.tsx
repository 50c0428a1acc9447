import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatNumber } from '../shared/format/money.tsx'
import { followLiveOrders, useLiveOrders } from '../shared/server-state/live-orders.ts'
import { useOrderCounts } from '../shared/server-state/order-queries.ts'
import { useAdmin } from '../shared/session/session.ts'
import { usePermission } from '../shared/session/use-permission.ts'

/** Follows the orders for every staff screen, and announces new ones to screen readers. */
export const NewOrdersAnnouncer = () => (usePermission('orders.read') ? <Following /> : null)

const Following = () => {
  const client = useQueryClient()
  const { userid } = useAdmin()
  useEffect(() => followLiveOrders(client, userid), [client, userid])
  const { connected, newOrders } = useLiveOrders()
  const { data } = useOrderCounts(!connected)
  return (
    <p className="for-screen-readers" role="status">
      {newOrders.length > 0 &&
        `New orders: ${newOrders.length}. Pending now: ${formatNumber(data?.pending ?? 0)}.`}
    </p>
  )
}
