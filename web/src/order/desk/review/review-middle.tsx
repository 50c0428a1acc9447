import type { OrderRow } from '@strand/contracts/order/staff'
import { useEffect, useRef } from 'react'
import { useMediaQuery } from '../../../shared/browser/use-media-query.ts'
import { Button } from '../../../shared/buttons/button.tsx'
import { NoticeBox } from '../../../shared/feedback/notice-box.tsx'
import { formatNumber } from '../../../shared/format/money.tsx'
import { MoneyBlock } from '../money/money-block.tsx'
import { ReviewFacts } from './review-facts.tsx'
import { ReviewNote } from './review-note.tsx'
import type { ReviewAction } from './review-shortcuts.ts'
import type { useReviewApproval } from './use-review-approval.ts'
import type { useReviewQueue } from './use-review-queue.ts'

/** The column between the list and the proof: the order, the money that arrived for it, and the actions. */
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
    <ReviewNote
      orderId={order.orderid}
      refused={queue.refused}
      onBack={onLook}
      left={queue.leftBy(order)}
      lease={queue.lease}
      onNext={() => does.next()}
    />
    <ReviewPlace
      index={queue.index}
      total={queue.total}
      onPrevious={() => does.previous()}
      onNext={() => does.next()}
    />
    {warning && <SecondPressNotice warning={warning} keysOn={keysOn} />}
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
  </div>
)

/** For devices without a keyboard. */
const phones = '(max-width: 47.99rem), (pointer: coarse)'

/** Says why the first press does not approve a flagged order. */
const SecondPressNotice = ({ warning, keysOn }: { warning: string; keysOn: boolean }) => {
  const notice = useRef<HTMLDivElement>(null)
  const isPhone = useMediaQuery(phones)
  // On a phone the notice is below the proof, out of view of the button at the bottom of the screen.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={notice} className="review-warning">
      <NoticeBox
        kind="failure"
        title={warning}
        text={
          keysOn && !isPhone
            ? 'Compare the two (C). Press A again to approve this one if it was paid for separately.'
            : 'Compare the two. Approve again if this one was paid for separately.'
        }
      />
    </div>
  )
}

/** The current order's place in the queue, with buttons for the previous and the next order. */
const ReviewPlace = ({
  index,
  total,
  onPrevious,
  onNext,
}: {
  index: number
  total: number
  onPrevious: () => void
  onNext: () => void
}) => (
  <div className="review-place">
    <Button size="small" disabled={index === 0} onClick={onPrevious}>
      Previous
    </Button>
    <span>
      {formatNumber(index + 1)} of {formatNumber(total)}
    </span>
    <Button size="small" disabled={index >= total - 1} onClick={onNext}>
      Next
    </Button>
  </div>
)
