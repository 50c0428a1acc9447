import type { OrderAudit } from '@strand/contracts/order/audit'
import { OrderFacts } from '../../shared/order/order-facts.tsx'
import { Proofs } from '../../shared/order/proofs.tsx'
import { StatusTag } from '../../shared/order/status-tag.tsx'

export const OrderState = ({
  order,
  waiting,
}: {
  order: OrderAudit['order']
  waiting: boolean
}) => (
  <div className="order-state" aria-busy={waiting || undefined}>
    <p className="order-state-head">
      <span className="order-id">{order.orderid}</span> <StatusTag status={order.orderstatus} />
    </p>
    <OrderFacts order={order} />
    <Proofs order={order} />
  </div>
)
