import type { OrderRow } from '@strand/contracts/order/staff'
import { Link } from 'react-router-dom'
import { Modal } from '../../../shared/dialogs/modal.tsx'
import { LoadFailed } from '../../../shared/feedback/load-failed.tsx'
import { Outline } from '../../../shared/feedback/outline.tsx'
import { Money } from '../../../shared/format/money.tsx'
import { formatTime } from '../../../shared/format/time.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { Proofs } from '../../../shared/order/proofs.tsx'
import { StatusTag } from '../../../shared/order/status-tag.tsx'
import { useOrderRows } from '../order-reads.ts'
import './compare-orders.css'

/** Shows an order beside the other order that its flag names, each with its proof of payment. */
export const CompareOrders = ({
  order,
  otherId,
  onClose,
}: {
  order: OrderRow
  otherId: string
  onClose: () => void
}) => {
  const query = useOrderRows([otherId])
  const other = query.data?.[0]
  return (
    <Modal title="Two orders that look alike" onClose={onClose}>
      <div className="compare">
        <Compared order={order} onLeave={onClose} />
        {other && <Compared order={other} onLeave={onClose} />}
        {query.isPending && <Outline what="other order" rows={4} />}
        {!other && query.isError && <LoadFailed what="The other order" query={query} />}
      </div>
    </Modal>
  )
}

const Compared = ({ order, onLeave }: { order: OrderRow; onLeave: () => void }) => (
  <section className="compare-order" aria-label={`Order ${order.orderid}`}>
    <p className="compare-head">
      <Link className="order-id" to={paths.orderOf(order.orderid)} onClick={onLeave}>
        {order.orderid}
      </Link>
      <StatusTag status={order.orderstatus} />
    </p>
    <p>
      {order.fullname}, paid by {order.accountname}
    </p>
    <p>
      <strong>
        <Money amount={order.total} />
      </strong>{' '}
      {formatTime(order.createdat)}
    </p>
    <Proofs order={order} />
  </section>
)
