import type { OrderRow } from '@strand/contracts/order/staff'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import type { MenuEntry } from '../../../shared/buttons/menu-button.tsx'
import { DialogOutline } from '../../../shared/dialogs/dialog-outline.tsx'
import { useOpenDialog } from '../../../shared/dialogs/use-open-dialog.ts'
import { LazyNoteDialog } from '../../../shared/order/lazy-note-dialog.tsx'
import { WhatsAppDialog } from '../../../shared/order/whatsapp-dialog.tsx'
import { ArchiveOrderDialog } from '../archiving/archive-dialog.tsx'
import type { StatusOption } from '../list/status-choice.ts'
import { useApprovalAsks } from '../money/use-approval-asks.ts'
import { draftOf, type useOrderActions } from '../order-commands.ts'
import { preparedText } from '../prepared-text.ts'
import { useOrderMenu } from '../use-order-menu.ts'
import { AskDialog } from './ask-dialog.tsx'
import { EraseOrderDialog } from './erase-order-dialog.tsx'
import { KnownOrder } from './known-order.tsx'
import { OrderMessageDialog } from './order-message-dialog.tsx'

const AssignDialog = lazy(async () => ({
  default: (await import('./assign-dialog.tsx')).AssignDialog,
}))
const ApproveDialog = lazy(async () => ({
  default: (await import('../money/approve-dialog.tsx')).ApproveDialog,
}))

type Kind = 'message' | 'contact' | 'archive' | 'approve' | 'ask' | 'erase' | 'note' | 'assign'
/**
 * The open dialog. It contains no personal data, because it is stored while the user signs in
 * again.
 */
type Open = {
  kind: Kind
  orderId: string
  option?: StatusOption
  /**
   * The order's state as the user saw it, so that a dialog that reopens does not overwrite a later
   * change.
   */
  seen: Pick<OrderRow, 'position' | 'orderstatus'>
}

export const useOrderDialogs = ({
  screen,
  act,
  more,
}: {
  /** The screen's name, so that each screen reopens only its own dialog. */
  screen: string
  act: ReturnType<typeof useOrderActions>['act']
  more: (order: OrderRow) => MenuEntry[]
}) => {
  const [open, setOpen] = useOpenDialog<Open>(screen)
  const given = useRef<OrderRow | null>(null)
  const show = (kind: Kind, order: OrderRow, option?: StatusOption) => {
    given.current = order
    const { orderid: orderId, position, orderstatus } = order
    setOpen({ kind, orderId, seen: { position, orderstatus }, ...(option && { option }) })
  }
  const asks = useApprovalAsks()
  const approve = async (order: OrderRow) => {
    if (await asks(order)) show('approve', order)
    else await act('approve', order.orderid)
  }
  const onMessage = (order: OrderRow, option: StatusOption) => show('message', order, option)
  const menu = useOrderMenu({
    act,
    more,
    onMessage,
    onApprove: (order) => void approve(order),
    onArchive: (order) => show('archive', order),
    onAsk: (order) => show('ask', order),
    onErase: (order) => show('erase', order),
    onContact: (order) => show('contact', order),
    onTeam: show,
  })
  const dialog: ReactNode = open && (
    <Suspense fallback={<DialogOutline />}>
      <KnownOrder
        key={`${open.kind} ${open.orderId} ${open.option?.id}`}
        orderId={open.orderId}
        given={given.current}
        onGone={() => setOpen(null)}
      >
        {(order) => (
          <DialogOf
            {...open}
            order={{ ...order, ...open.seen }}
            act={act}
            onClose={() => setOpen(null)}
          />
        )}
      </KnownOrder>
    </Suspense>
  )
  return { menu, onMessage, dialog }
}

type Act = ReturnType<typeof useOrderActions>['act']

const DialogOf = ({
  order,
  kind,
  option,
  act,
  onClose,
}: Open & { order: OrderRow; act: Act; onClose: () => void }) => {
  const { orderid } = order
  switch (kind) {
    case 'message':
      return option && <OrderMessageDialog order={order} option={option} onClose={onClose} />
    case 'contact':
      return (
        <WhatsAppDialog
          orderId={orderid}
          prepared={(firstname) => preparedText(order, firstname, location.origin)}
          onClose={onClose}
        />
      )
    case 'note':
      return <LazyNoteDialog orderId={orderid} onClose={onClose} />
    case 'assign':
      return <AssignDialog order={order} onClose={onClose} />
    case 'archive':
      return (
        <ArchiveOrderDialog
          order={order}
          archive={(why, onConflict) =>
            act('archive', orderid, { why, draft: draftOf('archive', orderid) }, onConflict)
          }
          onClose={onClose}
        />
      )
    case 'approve':
      return (
        <ApproveDialog
          order={order}
          approve={(evidence, onConflict) =>
            act('approve', orderid, { evidence, draft: draftOf('approve', orderid) }, onConflict)
          }
          onClose={onClose}
        />
      )
    case 'ask':
      return <AskDialog order={order} onClose={onClose} />
    case 'erase':
      return <EraseOrderDialog orderId={orderid} onClose={onClose} />
  }
}
