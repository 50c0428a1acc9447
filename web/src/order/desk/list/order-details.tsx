import type { OrderRow } from '@strand/contracts/order/staff'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/navigation/paths.ts'
import { LastChange } from '../../../shared/order/last-change.tsx'
import { OrderFacts } from '../../../shared/order/order-facts.tsx'
import { Proofs } from '../../../shared/order/proofs.tsx'
import './order-details.css'

const OrderMoney = lazy(async () => ({
  default: (await import('../../../shared/order/money/order-money.tsx')).OrderMoney,
}))

/** The details below an expanded row: the facts on the left, the proof of payment on the right. */
export const OrderDetails = ({ order }: { order: OrderRow }) => (
  <div className="order-details">
    <div className="order-facts">
      <LastChange order={order} />
      <OrderFacts order={order} />
      <Suspense fallback={null}>
        <OrderMoney orderId={order.orderid} />
      </Suspense>
      <p className="order-links">
        <Link to={paths.orderOf(order.orderid)}>Open the order</Link>
        <Link to={paths.auditOf(order.orderid)}>Full history</Link>
        <Link to={paths.orderHistoryOf(order.orderid)}>What the customer sees</Link>
      </p>
    </div>
    <Proofs order={order} />
  </div>
)
