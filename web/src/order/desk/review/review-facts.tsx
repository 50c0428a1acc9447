import type { OrderRow } from '@strand/contracts/order/staff'
import type { ReactNode } from 'react'
import { Button } from '../../../shared/buttons/button.tsx'
import { Money } from '../../../shared/format/money.tsx'
import { RelativeTime } from '../../../shared/format/relative-time.tsx'
import { isErased } from '../../../shared/order/is-erased.ts'
import { OrderFacts } from '../../../shared/order/order-facts.tsx'
import { OrderFlags } from '../order-flags.tsx'
import { QuestionTag } from '../question-tag.tsx'
import { TeamMarks, useIsOwnProposal } from '../team.tsx'
import { ProofReading } from './proof-reading.tsx'

type Decisions = Record<'onApprove' | 'onWithdraw' | 'onArchive' | 'onAsk' | 'onLater', () => void>

/** The facts that must match the proof, in the largest type, and the actions on the order. */
export const ReviewFacts = ({
  order,
  isProven,
  money,
  approveText,
  expanded,
  onExpand,
  onApprove,
  onArchive,
  onAsk,
  onLater,
  onWithdraw,
  onNote,
}: {
  order: OrderRow
  /** Whether money with the order's code and amount has arrived. */
  isProven: boolean
  /** What the bank statement says, shown between the facts and the decision. */
  money: ReactNode
  approveText: string
  expanded: boolean
  onExpand: (expanded: boolean) => void
  onNote: () => void
} & Decisions) => (
  <section className="review-facts" aria-label={`Order ${order.orderid}`}>
    <p className="review-order">
      <span className="order-id">{order.orderid}</span> <RelativeTime at={order.createdat} />
    </p>
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
    <OrderFlags order={order} isProven={isProven} />
    <TeamMarks order={order} />
    <QuestionTag question={order.question} />
    <ProofReading order={order} />
    {money}
    <Decision
      order={order}
      approveText={approveText}
      onApprove={onApprove}
      onWithdraw={onWithdraw}
      onArchive={onArchive}
      onAsk={onAsk}
      onLater={onLater}
    />
    {!isErased(order) && (
      <p>
        <Button size="small" onClick={onNote} aria-keyshortcuts="n">
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
  </section>
)

const Decision = ({
  order,
  approveText,
  onApprove,
  onWithdraw,
  onArchive,
  onAsk,
  onLater,
}: { order: OrderRow; approveText: string } & Decisions) => {
  const isOwnProposal = useIsOwnProposal()
  return (
    <div className="review-buttons">
      {isOwnProposal(order) ? (
        <Button onClick={onWithdraw}>Withdraw</Button>
      ) : (
        <Button variant="primary" onClick={onApprove} aria-keyshortcuts="a">
          {approveText}
        </Button>
      )}
      <Button variant="danger" onClick={onArchive} aria-keyshortcuts="e">
        Archive
      </Button>
      {!isErased(order) && (
        <Button onClick={onAsk} aria-keyshortcuts="q">
          Ask
        </Button>
      )}
      <Button onClick={onLater} aria-keyshortcuts="l">
        Later
      </Button>
    </div>
  )
}
