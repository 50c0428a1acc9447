import { counted } from '@strand/contracts/counted'
import { maxPageSize } from '@strand/contracts/list'
import { type OrderWithMoney, orderPaymentEndpoints } from '@strand/contracts/money/order-payment'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../shared/api/client.ts'
import { NoticeBox } from '../../../shared/feedback/notice-box.tsx'
import { PaymentLine } from '../../../shared/order/money/payment-line.tsx'
import { ordersKey } from '../../../shared/server-state/order-queries.ts'

/** The maximum number of selected orders to check. Each check takes the server a moment. */
const maxLookedAt = 1_000
const maxShown = 5

type Seen = {
  /** The selected orders that have matched money, or for which money may have arrived. */
  orders: OrderWithMoney[]
  rest: number
  isPending: boolean
  isError: boolean
}

/**
 * Checks whether money has arrived for the orders that were selected when the dialog opened. Orders
 * that were deselected since then are left out of the result. Each call asks about one page of ids
 * at most.
 */
export const useMoneyOfSelected = (ids: readonly string[]): Seen => {
  const [looked] = useState(() => ids.slice(0, maxLookedAt))
  const { data, isPending, isError } = useQuery<OrderWithMoney[]>({
    queryKey: [...ordersKey, 'with-money', looked],
    queryFn: async ({ signal }) => {
      const orders: OrderWithMoney[] = []
      for (let next = 0; next < looked.length; next += maxPageSize) {
        const query = { ids: looked.slice(next, next + maxPageSize).join(',') }
        const { listOrdersWithMoney } = orderPaymentEndpoints
        orders.push(...(await call(listOrdersWithMoney, { query, signal })).result)
      }
      return orders
    },
    enabled: ids.length > 0,
  })
  const selected = new Set(ids)
  const seen = new Set(looked)
  return {
    orders: (data ?? []).filter(({ orderId }) => selected.has(orderId)),
    rest: ids.filter((id) => !seen.has(id)).length,
    isPending,
    isError,
  }
}

/** Names the selected orders whose money may have arrived, and says how many were not checked. */
export const MoneyOfSelected = ({
  seen: { orders, rest, isPending, isError },
  onLeaveOut,
}: {
  seen: Seen
  onLeaveOut: (ids: string[]) => void
}) => {
  if (isPending) return <p>Checking these orders for payments…</p>
  if (isError) return <p>We couldn’t check these orders for payments.</p>
  const unseen = rest > 0 && (
    <p>{counted(rest, 'order was', 'orders were')} not checked for payments.</p>
  )
  if (orders.length === 0) return unseen
  return (
    <NoticeBox
      kind="info"
      title={`Money may have arrived for ${counted(orders.length, 'order')}`}
      action={{
        text: 'Leave out',
        onClick: () => onLeaveOut(orders.map(({ orderId }) => orderId)),
      }}
    >
      <ul className="order-money-received">
        {orders.slice(0, maxShown).map(({ orderId, money }) => (
          <li key={orderId}>
            <strong className="order-id">{orderId}</strong>
            {money.map(({ line, amountKobo }) => (
              <div key={line.lineId}>
                <PaymentLine line={line} amountKobo={amountKobo} />
              </div>
            ))}
          </li>
        ))}
      </ul>
      {orders.length > maxShown && <p>And {orders.length - maxShown} more.</p>}
      {unseen}
    </NoticeBox>
  )
}
