import { formatClock } from '../format/staff-time.ts'
import { useLiveOrders } from '../server-state/live-orders.ts'
import './live-label.css'

/** Says whether the screen is live or, if it is not, how old its data is. */
export const LiveLabel = ({ updatedAt }: { updatedAt: number }) => {
  const { connected } = useLiveOrders()
  if (connected) return <span className="live-label live-label-on">Live</span>
  return <span className="live-label">{updatedAt > 0 && `Updated ${formatClock(updatedAt)}`}</span>
}
