import type { OrderRow } from '@strand/contracts/order/staff'
import { Button } from '../../shared/buttons/button.tsx'
import { Money } from '../../shared/format/money.tsx'
import { RelativeTime } from '../../shared/format/relative-time.tsx'
import { OrderFacts } from '../../shared/order/order-facts.tsx'
import { OrderFlags } from '../order-flags.tsx'

/** The facts that must match the proof, in the largest type, and the actions on the order. */
export const ReviewFacts = ({
  order,
  expanded,
  onExpand,
  onApprove,
  onArchive,
  onLater,
}: {
  order: OrderRow
  expanded: boolean
  onExpand: (expanded: boolean) => void
  onApprove: () => void
  onArchive: () => void
  onLater: () => void
}) => (
  <section className="review-facts" aria-label={`Order ${order.orderid}`}>
    <p className="review-order">
      <span className="order-id">{order.orderid}</span> <RelativeTime at={order.createdat} />
    </p>
    <OrderFlags flags={order.flags} />
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
    </dl>
    <div className="review-buttons">
      <Button variant="primary" onClick={onApprove} aria-keyshortcuts="a">
        Approve
      </Button>
      <Button variant="danger" onClick={onArchive} aria-keyshortcuts="e">
        Archive
      </Button>
      <Button onClick={onLater} aria-keyshortcuts="l">
        Later
      </Button>
    </div>
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
