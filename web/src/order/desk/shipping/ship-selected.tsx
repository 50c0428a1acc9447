import type { BulkAnswer } from '@strand/contracts/bulk'
import { maxShipped } from '@strand/contracts/order/ship-orders'
import { useEffect, useState } from 'react'
import { DialogOutline } from '../../../shared/dialogs/dialog-outline.tsx'
import { useOrderRows } from '../order-reads.ts'
import { ShipDialog } from './ship-dialog.tsx'

/**
 * The dialog that ships the selected orders. It first loads the orders, because the selection may
 * span several pages.
 */
export const ShipSelected = ({
  ids,
  onClose,
  onShipped,
}: {
  ids: readonly string[]
  onClose: () => void
  /**
   * Called with the orders that could not be shipped, and with the ids that did not fit into one
   * call.
   */
  onShipped: (failed: BulkAnswer['failed'], rest: string[]) => void
}) => {
  const { data, isFetching } = useOrderRows(ids.slice(0, maxShipped))
  // Whether fresh rows have loaded. Rows that were cached for an earlier dialog may be out of date,
  // for example after an undo, and the server would refuse a command based on them.
  const [isKnown, setKnown] = useState(false)
  useEffect(() => {
    if (!isFetching) setKnown(true)
  }, [isFetching])
  if (!data || !isKnown) return <DialogOutline what="orders" />
  return (
    <ShipDialog
      orders={data}
      onClose={onClose}
      onShipped={(failed) => onShipped(failed, ids.slice(maxShipped))}
    />
  )
}
