import type { Evidence } from '@strand/contracts/money/evidence'
import type { ArchiveReason } from '@strand/contracts/order/archive-reason'
import type { OrderRow } from '@strand/contracts/order/staff'
import { lazy, type ReactNode, Suspense } from 'react'
import { Loading } from '../../../shared/feedback/loading.tsx'
import { AddNote } from '../../../shared/order/add-note.tsx'
import { ArchiveDialog, ArchiveOrderDialog } from '../archiving/archive-dialog.tsx'
import { AskDialog } from '../dialogs/ask-dialog.tsx'
import { numberOfOrders } from '../number-of-orders.ts'

const ApproveDialog = lazy(async () => ({
  default: (await import('../money/approve-dialog.tsx')).ApproveDialog,
}))

/** The dialog that is open over the queue, and the order that it is about. */
export type OpenReviewDialog =
  | { kind: 'ask' | 'note' | 'archive' | 'approve'; order: OrderRow }
  | { kind: 'archive-selected' }
  | { kind: 'help' }

export const ReviewDialog = ({
  open,
  selected,
  onApprove,
  onArchive,
  onArchiveSelected,
  onAsked,
  onClose,
  help,
}: {
  open: OpenReviewDialog
  /** How many orders are selected. */
  selected: number
  onApprove: (order: OrderRow, evidence: Evidence | null) => Promise<boolean>
  onArchive: (order: OrderRow, why: ArchiveReason) => Promise<boolean>
  onArchiveSelected: (why: ArchiveReason) => void
  onAsked: (order: OrderRow) => void
  onClose: () => void
  help: ReactNode
}) => {
  switch (open.kind) {
    case 'ask':
      return <AskDialog order={open.order} onAsked={() => onAsked(open.order)} onClose={onClose} />
    case 'note':
      return <AddNote orderId={open.order.orderid} onClose={onClose} />
    case 'approve':
      return (
        <Suspense fallback={<Loading />}>
          <ApproveDialog
            order={open.order}
            approve={(evidence) => onApprove(open.order, evidence)}
            closesAtOnce
            onClose={onClose}
          />
        </Suspense>
      )
    case 'archive':
      return (
        <ArchiveOrderDialog
          order={open.order}
          archive={(why) => onArchive(open.order, why)}
          closesAtOnce
          onClose={onClose}
        />
      )
    case 'archive-selected':
      return (
        <ArchiveDialog
          title={`Archive ${numberOfOrders(selected)}`}
          archive={onArchiveSelected}
          onClose={onClose}
        />
      )
    case 'help':
      return help
  }
}
