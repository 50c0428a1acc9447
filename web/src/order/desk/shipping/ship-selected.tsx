import type { BulkAnswer } from '@strand/contracts/bulk'
import { maxShipped } from '@strand/contracts/order/ship-orders'
import { useEffect, useState } from 'react'
import { DialogOutline } from '../../../shared/dialogs/dialog-outline.tsx'
import { useOrderRows } from '../order-reads.ts'
import { ShipDialog } from './ship-dialog.tsx'

/**
 * The dialog for the chosen orders. The dialog loads the orders' rows first, because a selection
 * may span pages.
 */
export const ShipSelected = ({
  ids,
  onClose,
  onShipped,
}: {
  ids: readonly string[]
  onClose: () => void
  /** Called with the orders that could not be shipped, and the ids beyond the limit of one call. */
  onShipped: (failed: BulkAnswer['failed'], rest: string[]) => void
}) => {
  const { data, isFetching } = useOrderRows(ids.slice(0, maxShipped))
  // Rows cached for an earlier dialog may be out of date, for example after an undo, and the shop
  // would refuse them.
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
