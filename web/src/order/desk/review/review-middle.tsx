import type { OrderRow } from '@strand/contracts/order/staff'
import { MoneyBlock } from '../money/money-block.tsx'
import { ReviewFacts } from './review-facts.tsx'
import { ReviewNote } from './review-note.tsx'
import { ReviewPlace } from './review-place.tsx'
import type { ReviewAction } from './review-shortcuts.ts'
import { SecondPressNotice } from './second-press-notice.tsx'
import type { useReviewApproval } from './use-review-approval.ts'
import type { useReviewQueue } from './use-review-queue.ts'

/** Between the list and the proof: the order, the money that came for it, and what can be done. */
export const ReviewMiddle = ({
  order,
  queue,
  approval: { money, warning, isWaiting, isProven },
  does,
  keysOn,
  expanded,
  onExpand,
  onArchive,
  onLook,
}: {
  order: OrderRow
  queue: ReturnType<typeof useReviewQueue>
  approval: ReturnType<typeof useReviewApproval>
  does: Record<ReviewAction, () => unknown>
  keysOn: boolean
  expanded: boolean
  onExpand: (expanded: boolean) => void
  onArchive: () => void
  onLook: (orderId: string) => void
}) => (
  <div className="review-middle">
    <ReviewPlace
      index={queue.index}
      total={queue.total}
      onPrevious={() => does.previous()}
      onNext={() => does.next()}
    />
    {warning && <SecondPressNotice warning={warning} />}
    <ReviewFacts
      order={order}
      isProven={isProven}
      money={<MoneyBlock money={money} keys={keysOn} isAwaited={isWaiting} />}
      approveText={money.chosen ? 'Approve and match' : 'Approve'}
      expanded={expanded}
      onExpand={onExpand}
      onApprove={() => does.approve()}
      onArchive={onArchive}
      onAsk={() => does.ask()}
      onLater={() => does.later()}
      onWithdraw={() => void queue.withdraw(order)}
      onNote={() => does.note()}
    />
    <ReviewNote
      orderId={order.orderid}
      refused={queue.refused}
      onBack={onLook}
      left={queue.leftBy(order)}
      lease={queue.lease}
      onNext={() => does.next()}
    />
  </div>
)
