import type { OrderRow } from '@strand/contracts/order/staff'
import type { ReactNode } from 'react'
import { DeliveryPrice, formatNumber, Money } from '../format/money.tsx'

export const OrderItems = ({
  order,
}: {
  order: Pick<OrderRow, 'orderid' | 'products' | 'deliveryprice' | 'total'>
}) => {
  const subtotal = order.products.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <table className="order-items">
      <caption className="for-screen-readers">Items of order {order.orderid}</caption>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Price</th>
          <th scope="col">Quantity</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {order.products.map(({ product, price, quantity, amount }, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move, and may name a product twice
          <tr key={line}>
            <th scope="row">
              {product}
              <span className="order-items-each">
                {formatNumber(quantity)} × <Money amount={price} />
              </span>
            </th>
            <td>
              <Money amount={price} />
            </td>
            <td>{formatNumber(quantity)}</td>
            <td>
              <Money amount={amount} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <Sum text="Sub total">
          <Money amount={subtotal} />
        </Sum>
        <Sum text="Delivery price">
          <DeliveryPrice amount={order.deliveryprice} />
        </Sum>
        <Sum text="Total">
          <Money amount={order.total} />
        </Sum>
      </tfoot>
    </table>
  )
}

const Sum = ({ text, children }: { text: string; children: ReactNode }) => (
  <tr>
    <th scope="row" colSpan={3}>
      {text}
    </th>
    <td>{children}</td>
  </tr>
)
