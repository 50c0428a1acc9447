import type { TrackedOrder } from '@strand/contracts/order/order'
import type { ReactNode } from 'react'
import { ButtonLink } from '../shared/buttons/button.tsx'
import { CopyButton } from '../shared/buttons/copy-button.tsx'
import { Money } from '../shared/format/money.tsx'
import { RelativeTime } from '../shared/format/relative-time.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { StatusTag } from '../shared/order/status-tag.tsx'
import { itemsOf } from './tracked-order.ts'

/** What a customer may see of an order: names and numbers arrive masked. */
export const TrackedOrderCard = ({ order }: { order: TrackedOrder }) => (
  <article className="tracked" aria-label={`Order ${order.orderId}`}>
    <header className="tracked-head">
      <h2>{order.orderId}</h2>
      <CopyButton text={order.orderId} what="Order id" />
      <StatusTag status={order.orderStatus} />
    </header>
    {order.orderMessage && <p className="tracked-message">{order.orderMessage}</p>}
    {order.salesMessage && <p className="tracked-message">{order.salesMessage}</p>}
    <dl>
      <Fact term="Items">
        <ul className="tracked-items">
          {itemsOf(order.product).map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </Fact>
      <Fact term="Amount">
        <Money amount={order.amount} />
      </Fact>
      <Fact term="Ordered">
        <RelativeTime at={order.createdAt} />
      </Fact>
      <Fact term="Name">{order.fullName}</Fact>
      <Fact term="Phone">{order.phone}</Fact>
      <Fact term="Instagram">{order.instagramUsername}</Fact>
      <Fact term="Sales">{order.sales}</Fact>
    </dl>
    <ButtonLink variant="primary" to={paths.orderHistoryOf(order.orderId)}>
      Order history and review
    </ButtonLink>
  </article>
)

const Fact = ({ term, children }: { term: string; children: ReactNode }) => {
  if (children === '') return null
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
