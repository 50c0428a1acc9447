import type { Evidence } from '@strand/contracts/money/evidence'
import { formatNaira } from '@strand/contracts/naira'
import type { ArchiveReason } from '@strand/contracts/order/archive-reason'
import type { OrderRow } from '@strand/contracts/order/staff'
import { useRef, useState } from 'react'
import { Button } from '../../../shared/buttons/button.tsx'
import { KeysHelp, useShortcutsEnabled } from '../../../shared/dialogs/keys-help.tsx'
import { useOpenDialog } from '../../../shared/dialogs/use-open-dialog.ts'
import { LoadFailed } from '../../../shared/feedback/load-failed.tsx'
import { Outline } from '../../../shared/feedback/outline.tsx'
import { toast } from '../../../shared/feedback/toast.ts'
import { undoButton } from '../../../shared/feedback/undo-button.tsx'
import { isErased } from '../../../shared/order/is-erased.ts'
import { usePrefetchedPayments } from '../../../shared/order/money/payment-query.ts'
import { useOfferOrder } from '../../../shared/order/order-at-hand.ts'
import { UndoBar, useUndo } from '../../../shared/order/undo/undo-bar.tsx'
import { OrderOutcomeDialog } from '../dialogs/order-outcome-dialog.tsx'
import { useOrderOutcome } from '../dialogs/use-order-outcome.tsx'
import { useOrderSelection } from '../list/use-order-selection.ts'
import { LiveBar } from '../live-bar.tsx'
import { useOrderActions } from '../order-commands.ts'
import { plainView, rotated, zoomed } from './proof-view.ts'
import { type OpenReviewDialog, ReviewDialog } from './review-dialogs.tsx'
import { ReviewList } from './review-list.tsx'
import { ReviewMiddle } from './review-middle.tsx'
import { ReviewProof } from './review-proof.tsx'
import { type ReviewAction, reviewKeys, useReviewShortcuts } from './review-shortcuts.ts'
import { ReviewTools } from './review-tools.tsx'
import { useReviewApproval } from './use-review-approval.ts'
import { useReviewQueue } from './use-review-queue.ts'
import './review.css'

/**
 * Whether an action is possible for the order. Staff cannot ask a question about an erased order,
 * or add a note to it.
 */
const offers = (order: OrderRow | null, action: ReviewAction) =>
  action !== 'choose' &&
  (action !== 'compare' || (order !== null && order.sameAs.length > 0)) &&
  (!(order && isErased(order)) || (action !== 'note' && action !== 'ask'))

/**
 * The pending orders one by one, with the list on the left, the facts in the middle, and the proof
 * on the right. The screen is made for reviewing hundreds of payments a day with the keyboard, and
 * shows each payment before it is approved.
 */
export const ReviewQueue = ({
  search,
  onSearch,
}: {
  search: string
  onSearch: (text: string) => void
}) => {
  const queue = useReviewQueue(search)
  const { query, rows, index, current, look, move, act, leftBy } = queue
  const { actOnAll } = useOrderActions()
  const selection = useOrderSelection('review', 'pending', query.data && rows)
  const [view, setView] = useState(plainView)
  const [expanded, setExpanded] = useState(false)
  const [dialog, setDialog] = useOpenDialog<OpenReviewDialog>('review')
  const given = useRef<OrderRow | null>(null)
  const openFor = (kind: 'ask' | 'note' | 'archive' | 'approve', order: OrderRow) => {
    given.current = order
    setDialog({ kind, orderId: order.orderid })
  }
  const outcome = useOrderOutcome(selection)
  const undo = useUndo(outcome.tell)
  const [keysOn, switchKeys] = useShortcutsEnabled()
  const [warnedOf, setWarnedOf] = useState<string | null>(null)
  /** Brings back the order that *Later* has just moved; null if something was decided since. */
  const undoLater = useRef<(() => void) | null>(null)
  const go = <Result,>(step: () => Result): Result => {
    setView(plainView)
    setWarnedOf(null)
    return step()
  }
  const decide = <Result,>(step: () => Result): Result => {
    undoLater.current = null
    return go(step)
  }
  const approve = (order: OrderRow, evidence: Evidence | null) =>
    decide(() => act('approve', order, { evidence }))
  const approval = useReviewApproval(current, {
    approve,
    ask: (order) => openFor('approve', order),
    isBusy: dialog !== null,
    warnedOf,
    setWarnedOf,
  })
  usePrefetchedPayments(rows.slice(index + 1, index + 3).map(({ orderid }) => orderid))
  const closeDialog = () => setDialog(null)

  const archiveSelected = (why: ArchiveReason) => {
    undoLater.current = null
    void actOnAll('archive', [...selection.ids], outcome.onRefused, { why })
  }
  const archive = (order: OrderRow, why?: ArchiveReason) =>
    decide(() => act('archive', order, { why }))
  /** Asks for a reason, except for an erased order, which is archived at once. */
  const askWhy = (order: OrderRow) =>
    isErased(order) ? void archive(order) : openFor('archive', order)
  const bringBack = (orderIds: string[]) => {
    if (orderIds.length === 0) return
    go(() => {
      for (const orderId of orderIds) queue.bringBack(orderId)
    })
  }
  const does: Record<ReviewAction, (key?: string) => unknown> = {
    next: () => go(() => move(1)),
    previous: () => go(() => move(-1)),
    later: () => {
      if (!current) return
      const bringBack = go(() => queue.postpone(current))
      undoLater.current = () => {
        undoLater.current = null
        go(bringBack)
      }
      toast.info({
        title: 'Moved to the end',
        text: current.accountname,
        action: undoButton(undoLater.current),
      })
    },
    select: () => current && selection.toggle(current.orderid),
    expand: () => setExpanded(!expanded),
    approve: () => current && leftBy(current) === undefined && approval.press(),
    compare: () => document.querySelector<HTMLElement>('.review-facts .flag-other')?.click(),
    choose: (key) => approval.money.toggleNumber(Number(key)),
    archive: () => {
      if (selection.ids.size > 0) setDialog({ kind: 'archive-selected' })
      else if (current) askWhy(current)
    },
    note: () => current && !isErased(current) && openFor('note', current),
    ask: () => current && !isErased(current) && openFor('ask', current),
    undo: async () => (undoLater.current ? undoLater.current() : bringBack(await undo())),
    larger: () => setView(zoomed(view, 1)),
    smaller: () => setView(zoomed(view, -1)),
    rotate: () => setView(rotated(view)),
    search: () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
    help: () => setDialog({ kind: 'help' }),
  }
  useReviewShortcuts(keysOn, (action, key) => void does[action](key))
  const offered = reviewKeys.filter(({ action }) => offers(current, action))
  const actions = offered.map(({ key, text, action }) => ({
    key,
    text,
    onSelect: () => void does[action](),
  }))
  useOfferOrder(current && { orderId: current.orderid, actions })

  if (!query.data)
    return (
      <div className="review-awaited">
        {query.isPending ? (
          <Outline what="pending orders" />
        ) : (
          <LoadFailed what="The pending orders" query={query} />
        )}
      </div>
    )
  return (
    <>
      <LiveBar status="pending" rows={rows} heardBefore={query.data?.heardBefore} />
      <div className="review">
        <div className="review-side">
          <ReviewTools
            search={search}
            onSearch={onSearch}
            onHelp={() => does.help()}
            selected={selection.ids.size}
            onArchiveSelected={() => does.archive()}
          />
          {current && (
            <ReviewList
              rows={rows}
              currentId={current.orderid}
              selection={selection}
              leftBy={leftBy}
              onLook={(orderId) => go(() => look(orderId))}
            />
          )}
        </div>
        {current ? (
          <>
            <ReviewMiddle
              order={current}
              queue={queue}
              approval={approval}
              does={does}
              keysOn={keysOn}
              expanded={expanded}
              onExpand={setExpanded}
              onArchive={() => askWhy(current)}
              onLook={(orderId) => go(() => look(orderId))}
            />
            <ReviewProof
              order={current}
              isProven={approval.isProven}
              next={rows.slice(index + 1, index + 3)}
              view={view}
              onView={setView}
            />
          </>
        ) : (
          <div className="list-empty review-done">
            {search ? (
              <>
                <h2>No pending order matches</h2>
                <Button onClick={() => onSearch('')}>Clear the search</Button>
              </>
            ) : (
              <>
                <h2>All payments have been reviewed</h2>
                <p>New orders appear here automatically.</p>
              </>
            )}
          </div>
        )}
        <p className="for-screen-readers" role="status">
          {current &&
            `Order ${current.orderid}, ${formatNaira(current.total)}, from ${current.accountname}${approval.spoken}`}
        </p>
        {dialog && (
          <ReviewDialog
            open={dialog}
            given={given.current}
            selected={selection}
            onApprove={approve}
            onArchive={archive}
            onArchiveSelected={archiveSelected}
            onAsked={(order) => go(() => queue.postpone(order))}
            onClose={closeDialog}
            help={
              <KeysHelp
                title="Keys of the review queue"
                keys={reviewKeys}
                on={keysOn}
                onSwitch={switchKeys}
                onClose={closeDialog}
              />
            }
          />
        )}
        {outcome.dialog}
      </div>
      <UndoBar outcome={OrderOutcomeDialog} onUndone={bringBack} />
    </>
  )
}
