import { orderStatuses } from '@strand/contracts/order/status'
import type { TrackedOrder } from '@strand/contracts/order/tracking'
import { lazy, Suspense } from 'react'
import { CopyButton } from '../../shared/buttons/copy-button.tsx'
import { Loading } from '../../shared/feedback/loading.tsx'
import { NoticeBox } from '../../shared/feedback/notice-box.tsx'
import { Fact } from '../../shared/format/fact.tsx'
import { Money } from '../../shared/format/money.tsx'
import { RelativeTime } from '../../shared/format/relative-time.tsx'
import { formatTime } from '../../shared/format/time.ts'
import { Contact } from '../../shared/order/contact.tsx'
import { StatusTag } from '../../shared/order/status-tag.tsx'
import { Timeline } from '../../shared/order/timeline.tsx'
import { useShopName } from '../../shared/server-state/use-shop.ts'
import { itemsOf, type Tracked } from './tracked-order.ts'
import './tracker.css'

const Question = lazy(async () => ({ default: (await import('./question.tsx')).Question }))
const Review = lazy(async () => ({ default: (await import('./review.tsx')).Review }))

/**
 * One order: its status, messages, items and review. If no further step is expected, it also says
 * how to reach the shop, as the footer of every page does.
 */
export const Tracker = ({ order: { data: order }, history }: Tracked) => {
  const orderId = order?.orderId ?? history.data?.orderId
  if (!orderId) return null
  // Whether the order has left the shop. Customers can review only orders that have been sent to
  // them.
  const hasLeft = [order, ...(history.data?.histories ?? [])].some(
    (one) => one?.orderStatus === 'shipped' || one?.orderStatus === 'returned',
  )
  return (
    <article className="tracked" aria-label={`Order ${orderId}`}>
      <header className="tracked-head">
        <h2>{orderId}</h2>
        <CopyButton text={orderId} what="Order id" />
        {order && !history.data && <StatusTag status={order.orderStatus} />}
      </header>
      {order?.orderMessage && <ShopMessage text={order.orderMessage} />}
      {order?.question && (
        <Suspense>
          <Question order={order} />
        </Suspense>
      )}
      <Steps history={history} saidAbove={order?.orderMessage ?? ''} />
      {order && <Facts order={order} />}
      {order?.salesMessage && (
        <section className="tracked-campaign" aria-label="About the sale">
          <p className="tracked-from">
            {order.sales || 'Our sale'}, to everyone who ordered during it
          </p>
          <p>{order.salesMessage}</p>
        </section>
      )}
      {order && orderStatuses[order.orderStatus].ahead.length === 0 && (
        <section className="tracked-ask" aria-label="Whom to ask">
          <p>Questions about this order?</p>
          <Contact orderId={orderId} />
        </section>
      )}
      {hasLeft && (
        <Suspense>
          <Review key={orderId} orderId={orderId} />
        </Suspense>
      )}
    </article>
  )
}

const ShopMessage = ({ text }: { text: string }) => {
  const name = useShopName()
  return (
    <section className="tracked-message" aria-label="Message about this order">
      <p className="tracked-from">{name ?? 'The shop'} writes to you about this order</p>
      <p>{text}</p>
    </section>
  )
}

const Steps = ({ history, saidAbove }: { history: Tracked['history']; saidAbove: string }) => {
  if (history.data) return <Timeline histories={history.data.histories} saidAbove={saidAbove} />
  if (!history.error) return <Loading label="Loading the history…" />
  return (
    <NoticeBox
      kind="failure"
      title="The history could not be loaded"
      action={{ text: 'Try again', onClick: () => void history.refetch() }}
    />
  )
}

const Facts = ({ order }: { order: TrackedOrder }) => (
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
      {formatTime(order.createdAt)} · <RelativeTime at={order.createdAt} />
    </Fact>
    <Fact term="Name">{order.fullName}</Fact>
    <Fact term="Phone">{order.phone}</Fact>
    <Fact term="Instagram">{order.instagramUsername}</Fact>
    <Fact term="Sales">{order.sales}</Fact>
  </dl>
)
