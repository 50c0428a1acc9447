import type { OrderRow } from '@strand/contracts/order/staff'
import { useEffect, useRef } from 'react'
import { useMediaQuery } from '../../../shared/browser/use-media-query.ts'
import { Button } from '../../../shared/buttons/button.tsx'
import { NoticeBox } from '../../../shared/feedback/notice-box.tsx'
import { formatNumber, Money } from '../../../shared/format/money.tsx'
import { RelativeTime } from '../../../shared/format/relative-time.tsx'
import { isErased } from '../../../shared/order/is-erased.ts'
import { OrderFacts } from '../../../shared/order/order-facts.tsx'
import { MoneyBlock } from '../money/money-block.tsx'
import type { ChosenMoney } from '../money/use-chosen-money.ts'
import { looksAlike, OrderFlags } from '../order-flags.tsx'
import { QuestionTag } from '../question-tag.tsx'
import { TeamMarks, useIsOwnProposal } from '../team.tsx'
import { ProofReading } from './proof-reading.tsx'
import { ReviewNote, ReviewRefused } from './review-note.tsx'
import type { ReviewAction } from './review-shortcuts.ts'
import type { useReviewApproval } from './use-review-approval.ts'
import type { useReviewQueue } from './use-review-queue.ts'

type ReviewMiddleProps = {
  order: OrderRow
  queue: ReturnType<typeof useReviewQueue>
  approval: ReturnType<typeof useReviewApproval>
  does: Record<ReviewAction, () => unknown>
  keysOn: boolean
  expanded: boolean
  onExpand: (expanded: boolean) => void
  /** Archives this order, even if other orders are selected in the list. */
  onArchive: () => void
  onLook: (orderId: string) => void
}

/** The column between the list and the proof: the order, its money, and the actions. */
export const ReviewMiddle = (props: ReviewMiddleProps) => {
  const { order, queue, does, onLook } = props
  return (
    <div className="review-middle">
      <ReviewRefused orderId={order.orderid} refused={queue.refused} onBack={onLook} />
      <ReviewPlace
        index={queue.index}
        total={queue.total}
        onPrevious={() => does.previous()}
        onNext={() => does.next()}
      />
      <ReviewFacts {...props} />
    </div>
  )
}

const touched = '(max-width: 47.99rem), (pointer: coarse)'

/** The facts to compare with the proof, in the largest type, and the order's actions. */
const ReviewFacts = (props: ReviewMiddleProps) => {
  const { order, queue, approval, does, expanded, onExpand } = props
  // Hides the hints about keys on phones and touch screens, because people press the buttons there.
  const isTouched = useMediaQuery(touched)
  const keysOn = props.keysOn && !isTouched
  return (
    <section className="review-facts" aria-label={`Order ${order.orderid}`}>
      <div className="review-order">
        <span className="order-id">{order.orderid}</span>
        <RelativeTime at={order.createdat} />
        <ReviewNote left={queue.leftBy(order)} lease={queue.lease} onNext={() => does.next()} />
      </div>
      <dl className="review-large">
        <div>
          <dt>Total</dt>
          <dd>
            <Money amount={order.total} />
          </dd>
        </div>
        <div>
          <dt>Account name</dt>
          <dd>{order.accountname}</dd>
        </div>
        {order.paymentCode && (
          <div>
            <dt>Payment code</dt>
            <dd>{order.paymentCode}</dd>
          </div>
        )}
      </dl>
      <OrderFlags order={order} isProven={approval.isProven} />
      <TeamMarks order={order} />
      <QuestionTag question={order.question} />
      <MoneyBlock money={approval.money} keys={keysOn} isAwaited={approval.isWaiting} />
      <ProofReading order={order} />
      {!isErased(order) && (
        <p className="review-add-note">
          <Button size="small" onClick={() => does.note()} aria-keyshortcuts="n">
            Add note
          </Button>
        </p>
      )}
      <details
        className="review-details"
        open={expanded}
        onToggle={(event) => onExpand(event.currentTarget.open)}
      >
        <summary>All details</summary>
        <OrderFacts order={order} />
      </details>
      <div className="review-decision">
        {approval.warning && (
          <SecondPressNotice
            warning={approval.warning}
            keysOn={keysOn}
            order={order}
            money={approval.money}
          />
        )}
        <Decision {...props} />
      </div>
    </section>
  )
}

const Decision = ({ order, queue, approval, does, onArchive }: ReviewMiddleProps) => {
  const isOwnProposal = useIsOwnProposal()
  // A colleague has decided, so nothing is left to decide here.
  const isDecided = queue.leftBy(order) !== undefined
  return (
    <div className="review-buttons">
      <p className="review-brief" aria-hidden="true">
        <strong>
          <Money amount={order.total} />
        </strong>
        <span>{order.accountname}</span>
      </p>
      {isOwnProposal(order) ? (
        <Button onClick={() => void queue.withdraw(order)}>Withdraw</Button>
      ) : (
        <Button
          variant="primary"
          disabled={isDecided}
          onClick={() => does.approve()}
          aria-keyshortcuts="a"
        >
          {approval.money.chosen ? 'Approve and match' : 'Approve'}
        </Button>
      )}
      <Button variant="danger" disabled={isDecided} onClick={onArchive} aria-keyshortcuts="e">
        Archive
      </Button>
      {!isErased(order) && (
        <Button disabled={isDecided} onClick={() => does.ask()} aria-keyshortcuts="q">
          Ask
        </Button>
      )}
      <Button onClick={() => does.later()} aria-keyshortcuts="l">
        Later
      </Button>
    </div>
  )
}

const SecondPressNotice = ({
  warning,
  keysOn,
  order,
  money,
}: {
  warning: string
  keysOn: boolean
  order: OrderRow
  money: ChosenMoney
}) => {
  const notice = useRef<HTMLDivElement>(null)
  // Scrolls to the notice, because on a phone only the buttons are always in view.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={notice} className="review-warning">
      <NoticeBox kind="failure" title={warning} text={whatToDo(order, money, keysOn)} />
    </div>
  )
}

const whatToDo = (order: OrderRow, money: ChosenMoney, keysOn: boolean): string => {
  const again = keysOn ? 'Press A again' : 'Approve again'
  // On a phone, the list of money may be out of view.
  const isUnchosen = money.choices.length > 0 && !money.chosen
  if (!looksAlike(order, money.isProven))
    return `${isUnchosen ? 'No money is chosen.' : 'It isn’t enough.'} ${again} to approve the order without it.`
  const compare = `Compare the two${keysOn ? ' (C)' : ''}.${isUnchosen ? ' No money is chosen.' : ''}`
  return `${compare} ${again} if this order was paid for separately.`
}

/** The order's place in the queue, with buttons for the orders before and after it. */
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
