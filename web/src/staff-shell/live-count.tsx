import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followLiveOrders, useLiveOrders } from '../shared/live/live-orders.ts'
import { formatNumber } from '../shared/money.tsx'
import { useOrderCounts } from '../shared/order-counts.ts'
import { usePermission } from '../shared/permissions.ts'

/** Follows the orders for every staff screen, and announces new ones to screen readers. */
export const NewOrdersAnnouncer = () => (usePermission('orders.read') ? <Following /> : null)

const Following = () => {
  const client = useQueryClient()
  useEffect(() => followLiveOrders(client), [client])
  const { connected, newOrders } = useLiveOrders()
  const { data } = useOrderCounts(!connected)
  return (
    <p className="for-screen-readers" role="status">
      {newOrders.length > 0 &&
        `New orders: ${newOrders.length}. Pending now: ${formatNumber(data?.pending ?? 0)}.`}
    </p>
  )
}
