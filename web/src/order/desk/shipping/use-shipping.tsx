import type { BulkAnswer } from '@strand/contracts/bulk'
import type { OrderRow } from '@strand/contracts/order/staff'
import { type OrderStatus, orderStatuses } from '@strand/contracts/order/status'
import { lazy, Suspense, useState } from 'react'
import type { MenuEntry } from '../../../shared/buttons/menu-button.tsx'
import { DialogOutline } from '../../../shared/dialogs/dialog-outline.tsx'
import { useOpenDialog } from '../../../shared/dialogs/use-open-dialog.ts'
import { Outline } from '../../../shared/feedback/outline.tsx'
import type { Selection } from '../../../shared/list/bulk/use-selection.ts'
import { isErased } from '../../../shared/order/is-erased.ts'
import { usePermission } from '../../../shared/session/use-permission.ts'

const ShipSelected = lazy(async () => ({
  default: (await import('./ship-selected.tsx')).ShipSelected,
}))

const Slips = lazy(async () => ({ default: (await import('../slips/slips.tsx')).Slips }))

/** The maximum number of packing slips. A browser can lay out this many within a few seconds. */
const maxSlips = 500

export const useShipping = ({
  screen,
  status,
  selection,
  onFailed,
}: {
  /** The screen's name, so that each screen reopens only its own dialog. */
  screen: string
  status: OrderStatus
  selection: Selection
  onFailed: (failed: BulkAnswer['failed']) => void
}) => {
  const mayManage = usePermission('orders.manage')
  const [open, setOpen] = useOpenDialog<{ kind: 'ship'; ids: readonly string[] }>(screen)
  const shipping = open?.ids
  const close = () => setOpen(null)
  const [printing, setPrinting] = useState<readonly string[] | null>(null)
  const mayPrint = mayManage && status !== 'pending' && status !== 'archived'
  const mayShip = mayManage && orderStatuses[status].next.includes('shipped')

  const entries = (ids: () => readonly string[], which: string, slips: string): MenuEntry[] => [
    ...(mayShip
      ? [{ text: `Mark ${which}shipped`, onSelect: () => setOpen({ kind: 'ship', ids: ids() }) }]
      : []),
    ...(mayPrint ? [{ text: slips, onSelect: () => setPrinting(ids().slice(0, maxSlips)) }] : []),
  ]

  return {
    bulkEntries: entries(() => [...selection.ids], 'selected ', 'Print packing slips'),
    entriesOf: (order: OrderRow) =>
      isErased(order) ? [] : entries(() => [order.orderid], '', 'Print packing slip'),
    /** The packing slips, which replace the list while they are open. The selection is kept. */
    slips: printing && (
      <Suspense fallback={<Outline what="packing slips" />}>
        <Slips ids={printing} onClose={() => setPrinting(null)} />
      </Suspense>
    ),
    dialog: shipping && (
      <Suspense fallback={<DialogOutline what="orders" />}>
        <ShipSelected
          ids={shipping}
          onClose={close}
          onShipped={(failed, rest) => {
            const shipped = new Set(shipping)
            for (const { id } of failed) shipped.delete(id)
            for (const id of rest) shipped.delete(id)
            selection.set([...selection.ids].filter((id) => !shipped.has(id)))
            onFailed(failed)
            close()
          }}
        />
      </Suspense>
    ),
  }
}
