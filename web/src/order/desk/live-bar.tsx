import type { OrderRow } from '@strand/contracts/order/staff'
import type { OrderStatus } from '@strand/contracts/order/status'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../shared/buttons/button.tsx'
import { formatNumber } from '../../shared/format/money.tsx'
import { clearNewOrders } from '../../shared/server-state/live-orders.ts'
import { useOrderChanges } from '../../shared/server-state/order-changes.ts'
import { refreshOrders } from '../../shared/server-state/order-queries.ts'
import { arrivedIn } from './live-rows.ts'

/**
 * What came to a list waits behind a button above it, which takes no room: rows never move under the
 * pointer by themselves.
 */
export const LiveBar = (list: {
  status: OrderStatus
  rows: readonly OrderRow[]
  /** When the list was loaded; 0 before. */
  loadedAt: number
}) => {
  const client = useQueryClient()
  const changes = useOrderChanges()
  const arrived = arrivedIn(changes, list).length
  const missed = changes.missedAt > list.loadedAt
  if (list.loadedAt === 0 || (arrived === 0 && !missed)) return null
  const show = () => {
    clearNewOrders()
    void refreshOrders(client)
  }
  const count = arrived === 1 ? '1 new order: show' : `${formatNumber(arrived)} new orders: show`
  return (
    <div className="live-bar">
      <Button size="small" variant="primary" onClick={show}>
        {missed ? 'Many orders changed: show' : count}
      </Button>
    </div>
  )
}
