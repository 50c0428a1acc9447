import type { OrderRow } from '@strand/contracts/order'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatNumber, Money } from '../shared/money.tsx'
import { paths } from '../shared/paths.ts'
import { formatTime } from '../shared/time.ts'
import { Proofs } from './proofs.tsx'
import './order-details.css'

/** Everything there is to know of an order, beside its proof of payment. */
export const OrderDetails = ({ order }: { order: OrderRow }) => (
  <div className="order-details">
    <div className="order-facts">
      <dl className="facts">
        <Fact term="Ordered">{formatTime(order.createdat)}</Fact>
        <Fact term="Customer">{order.fullname}</Fact>
        <Fact term="Account name">{order.accountname}</Fact>
        <Fact term="Email">
          <a href={`mailto:${order.email}`}>{order.email}</a>
        </Fact>
        <Fact term="Phone">
          <a href={`tel:${order.phone.replaceAll(' ', '')}`}>{order.phone}</a>
        </Fact>
        <Fact term="Instagram">{order.instagramusername}</Fact>
        <Fact term="Location">{order.deliverylocation}</Fact>
        <Fact term="Country">{order.country}</Fact>
        <Fact term="Postal code">{order.postalcode}</Fact>
        <Fact term="Delivery address">{order.deliveryaddress}</Fact>
        <Fact term="Sale">{order.sales}</Fact>
        <Fact term="Order message">{order.orderMessage}</Fact>
        <Fact term="Review">{order.review}</Fact>
      </dl>
      <Items order={order} />
      <p>
        <Link to={paths.orderHistoryOf(order.orderid)}>What the customer sees</Link>
      </p>
    </div>
    <Proofs order={order} />
  </div>
)

/** What is empty is left out: a row of dashes tells nothing. */
const Fact = ({ term, children }: { term: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  ) : null

const Items = ({ order }: { order: OrderRow }) => {
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
            <th scope="row">{product}</th>
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
        <Sum text="Sub total" amount={subtotal} />
        <Sum text="Delivery price" amount={order.deliveryprice} />
        <Sum text="Total" amount={order.total} />
      </tfoot>
    </table>
  )
}

const Sum = ({ text, amount }: { text: string; amount: number }) => (
  <tr>
    <th scope="row" colSpan={3}>
      {text}
    </th>
    <td>
      <Money amount={amount} />
    </td>
  </tr>
)
