import { formatClock } from '../format/staff-time.ts'
import { useLiveOrders } from '../server-state/live-orders.ts'
import './live-label.css'

/** Whether the screen follows the shop live and, if not, how old its data is. */
export const LiveLabel = ({ updatedAt }: { updatedAt: number }) => {
  const { connected } = useLiveOrders()
  if (connected) return <span className="live-label live-label-on">Live</span>
  if (updatedAt === 0) return null
  return <span className="live-label">Updated {formatClock(updatedAt)}</span>
}
