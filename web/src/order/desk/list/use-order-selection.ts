import type { OrderRow } from '@strand/contracts/order/staff'
import type { OrderStatus } from '@strand/contracts/order/status'
import { useEffect } from 'react'
import { useForgetGone } from '../../../shared/list/bulk/use-forget-gone.ts'
import { type Selection, useSelection } from '../../../shared/list/bulk/use-selection.ts'
import { useOrderChanges } from '../../../shared/server-state/order-changes.ts'
import { ordersKey } from '../../../shared/server-state/order-queries.ts'
import { leftBy } from '../live-rows.ts'
import { ordersStillIn } from '../order-reads.ts'
import { shownPosition } from '../seen-positions.ts'

/**
 * The selected orders in a list. If a colleague moves an order to another list, it is deselected at
 * once, on whatever page it is, and even while its row is still visible.
 */
export const useOrderSelection = (
  list: string,
  status: OrderStatus,
  rows: readonly OrderRow[] | undefined,
): Selection => {
  const selection = useSelection(list)
  const { ids, forget } = selection
  const changes = useOrderChanges()
  useEffect(() => {
    const shown = new Map((rows ?? []).map((row) => [row.orderid, row]))
    const hasLeft = (orderid: string) => {
      const row = shown.get(orderid) ?? { orderid, position: shownPosition(orderid) ?? '0' }
      return leftBy(changes, status, row) !== undefined
    }
    forget([...ids].filter(hasLeft))
  }, [changes, ids, rows, status, forget])
  useForgetGone(selection, {
    queryKey: ordersKey,
    shown: rows?.map(({ orderid }) => orderid),
    stillThere: ordersStillIn(status),
  })
  return selection
}
