import { counted } from '@strand/contracts/counted'
import type { OrderRow } from '@strand/contracts/order/staff'
import type { OrderStatus } from '@strand/contracts/order/status'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../shared/buttons/button.tsx'
import { clearNewOrders } from '../../shared/server-state/live-orders.ts'
import { useOrderChanges } from '../../shared/server-state/order-changes.ts'
import { refreshOrders } from '../../shared/server-state/order-queries.ts'
import { arrivedIn } from './live-rows.ts'

/**
 * A button above the list that shows new orders. Until the user presses it, the new rows wait, so
 * that rows never move under the pointer. The button takes up no space of its own.
 */
export const LiveBar = (list: {
  status: OrderStatus
  rows: readonly OrderRow[]
  /**
   * How many live messages this tab had received when it requested the list; undefined until the
   * list has loaded.
   */
  heardBefore: number | undefined
}) => {
  const client = useQueryClient()
  const changes = useOrderChanges()
  const { status, rows, heardBefore } = list
  if (heardBefore === undefined) return null
  const arrived = arrivedIn(changes, { status, rows, heardBefore }).length
  const missed = changes.missed > heardBefore
  if (arrived === 0 && !missed) return null
  const show = () => {
    clearNewOrders()
    void refreshOrders(client)
  }
  const count = `${counted(arrived, 'new order')}: show`
  return (
    <div className="live-bar">
      <Button size="small" variant="primary" onClick={show}>
        {missed ? 'Many orders changed: show' : count}
      </Button>
    </div>
  )
}
