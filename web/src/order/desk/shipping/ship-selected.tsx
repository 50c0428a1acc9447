import type { BulkAnswer } from '@strand/contracts/bulk'
import { maxShipped } from '@strand/contracts/order/ship-orders'
import { Loading } from '../../../shared/feedback/loading.tsx'
import { useOrderRows } from '../order-calls.ts'
import { ShipDialog } from './ship-dialog.tsx'

/** The dialog for the chosen orders, once their rows are known: a selection may span pages. */
export const ShipSelected = ({
  ids,
  onClose,
  onShipped,
}: {
  ids: readonly string[]
  onClose: () => void
  /** Gets the orders that could not ship, and the ids that were too many for one call. */
  onShipped: (failed: BulkAnswer['failed'], rest: string[]) => void
}) => {
  const { data } = useOrderRows(ids.slice(0, maxShipped))
  if (!data) return <Loading />
  return (
    <ShipDialog
      orders={data}
      onClose={onClose}
      onShipped={(failed) => onShipped(failed, ids.slice(maxShipped))}
    />
  )
}
