import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../shared/buttons/button.tsx'
import { formatNumber } from '../shared/format/money.tsx'
import { formatClock } from '../shared/format/time.ts'
import { clearNewOrders, useLiveOrders } from '../shared/server-state/live-orders.ts'
import { refreshOrders } from '../shared/server-state/order-queries.ts'

/** New orders wait behind a button, so that rows never move under the pointer by themselves. */
export const LiveBar = () => {
  const client = useQueryClient()
  const { newOrders } = useLiveOrders()
  if (newOrders.length === 0) return null
  const show = () => {
    clearNewOrders()
    void refreshOrders(client)
  }
  return (
    <div className="live-bar">
      <Button size="small" variant="primary" onClick={show}>
        {newOrders.length === 1
          ? '1 new order: show'
          : `${formatNumber(newOrders.length)} new orders: show`}
      </Button>
    </div>
  )
}

/** Whether the screen follows the shop live and, if not, how old its data is. */
export const LiveLabel = ({ updatedAt }: { updatedAt: number }) => {
  const { connected } = useLiveOrders()
  if (connected) return <span className="live-label live-label-on">Live</span>
  if (updatedAt === 0) return null
  return <span className="live-label">Updated {formatClock(updatedAt)}</span>
}
