import type { Evidence } from '@strand/contracts/money/evidence'
import type { ArchiveReason } from '@strand/contracts/order/archive-reason'
import type { OrderRow } from '@strand/contracts/order/staff'
import { lazy, type ReactNode, Suspense } from 'react'
import { DialogOutline } from '../../../shared/dialogs/dialog-outline.tsx'
import type { Selection } from '../../../shared/list/bulk/use-selection.ts'
import { LazyNoteDialog } from '../../../shared/order/lazy-note-dialog.tsx'
import { ArchiveDialog, ArchiveOrderDialog } from '../archiving/archive-dialog.tsx'
import { AskDialog } from '../dialogs/ask-dialog.tsx'
import { KnownOrder } from '../dialogs/known-order.tsx'

const ApproveDialog = lazy(async () => ({
  default: (await import('../money/approve-dialog.tsx')).ApproveDialog,
}))

/**
 * The queue's open dialog. It contains no personal data, because it is stored while the user signs
 * in again.
 */
export type OpenReviewDialog =
  | { kind: 'ask' | 'note' | 'archive' | 'approve'; orderId: string }
  | { kind: 'archive-selected' }
  | { kind: 'help' }

export const ReviewDialog = ({
  open,
  given,
  selected,
  onApprove,
  onArchive,
  onArchiveSelected,
  onAsked,
  onClose,
  help,
}: {
  open: OpenReviewDialog
  given: OrderRow | null
  selected: Pick<Selection, 'ids' | 'forget'>
  onApprove: (order: OrderRow, evidence: Evidence | null) => Promise<boolean>
  onArchive: (order: OrderRow, why: ArchiveReason) => Promise<boolean>
  onArchiveSelected: (why: ArchiveReason) => void
  onAsked: (order: OrderRow) => void
  onClose: () => void
  help: ReactNode
}) => {
  switch (open.kind) {
    case 'archive-selected':
      return (
        selected.ids.size > 0 && (
          <ArchiveDialog
            ids={[...selected.ids]}
            archive={onArchiveSelected}
            onLeaveOut={selected.forget}
            onClose={onClose}
          />
        )
      )
    case 'help':
      return help
    default:
      return (
        <KnownOrder orderId={open.orderId} given={given} onGone={onClose}>
          {(order) => {
            switch (open.kind) {
              case 'ask':
                return <AskDialog order={order} onAsked={() => onAsked(order)} onClose={onClose} />
              case 'note':
                return <LazyNoteDialog orderId={order.orderid} onClose={onClose} />
              case 'approve':
                return (
                  <Suspense fallback={<DialogOutline />}>
                    <ApproveDialog
                      order={order}
                      approve={(evidence) => onApprove(order, evidence)}
                      closesAtOnce
                      onClose={onClose}
                    />
                  </Suspense>
                )
              case 'archive':
                return (
                  <ArchiveOrderDialog
                    order={order}
                    archive={(why) => onArchive(order, why)}
                    closesAtOnce
                    onClose={onClose}
                  />
                )
            }
          }}
        </KnownOrder>
      )
  }
}
