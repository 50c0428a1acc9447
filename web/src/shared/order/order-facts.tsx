import { counted } from '@strand/contracts/counted'
import type { OrderAudit } from '@strand/contracts/order/audit'
import type { OldPrice as OldPriceOfOrder } from '@strand/contracts/order/old-price'
import type { OrderQuestion } from '@strand/contracts/order/question'
import { questionKinds } from '@strand/contracts/order/question-kind'
import { Breakable } from '../format/breakable.tsx'
import { Time } from '../format/dates.tsx'
import { Fact } from '../format/fact.tsx'
import { Money } from '../format/money.tsx'
import { formatTime } from '../format/time.ts'
import { OrderItems } from './order-items.tsx'
import { Waybill } from './waybill.tsx'
import './order-facts.css'

export const OrderFacts = ({ order }: { order: OrderAudit['order'] }) => (
  <>
    <dl className="facts">
      <Fact term="Ordered">
        <Time at={order.createdat} />
      </Fact>
      <Fact term="Customer">{order.fullname}</Fact>
      <Fact term="Account name">{order.accountname}</Fact>
      <Fact term="Payment code">{order.paymentCode}</Fact>
      <Fact term="Old price">{order.oldPrice && <OldPrice oldPrice={order.oldPrice} />}</Fact>
      <Fact term="Amount sent">
        {order.sentAmount !== null && (
          <>
            <Money amount={order.sentAmount} />, as the customer said. Write to them about the
            difference.
          </>
        )}
      </Fact>
      <Fact term="Email">
        <Reach by="mailto" value={order.email} />
      </Fact>
      <Fact term="Phone">
        <Reach by="tel" value={order.phone} />
      </Fact>
      <Fact term="Instagram">
        {order.instagramusername && <Breakable text={order.instagramusername} />}
      </Fact>
      <Fact term="Location">{order.deliverylocation}</Fact>
      <Fact term="Country">{order.country}</Fact>
      <Fact term="Postal code">{order.postalcode}</Fact>
      <Fact term="Delivery address">{order.deliveryaddress}</Fact>
      <Fact term="Sale">{order.sales}</Fact>
      <Fact term="Shipped with">{order.shipment && <Waybill shipment={order.shipment} />}</Fact>
      <Fact term="Order message">{order.orderMessage}</Fact>
      <Fact term="Question">
        {order.question && `${questionKinds[order.question.kind]}: ${order.question.text}`}
      </Fact>
      <Fact term="Answer">{order.question && answerOf(order.question)}</Fact>
      <Fact term="Review">{order.review}</Fact>
    </dl>
    <OrderItems order={order} />
  </>
)

const answerOf = ({ answer, proofs }: OrderQuestion) =>
  [answer, proofs > 0 && `${counted(proofs, 'proof')} added`].filter(Boolean).join(' · ')

const OldPrice = ({ oldPrice: { kind, seenAt, today } }: { oldPrice: OldPriceOfOrder }) => (
  <>
    {kind === 'promised'
      ? `Promised ${formatTime(seenAt)}.`
      : `Seen ${formatTime(seenAt)}, and the money was sent. No longer promised: write to the customer.`}{' '}
    {today === null ? (
      'Part of the order was no longer available.'
    ) : (
      <>
        The total would have been <Money amount={today} />.
      </>
    )}
  </>
)

/**
 * A link that opens an email or a call. If the data was erased, there is only a placeholder,
 * without a link.
 */
const Reach = ({ by, value }: { by: 'mailto' | 'tel'; value: string }) =>
  /[@\d]/.test(value) ? (
    <a href={`${by}:${value.replaceAll(' ', '')}`}>
      <Breakable text={value} />
    </a>
  ) : (
    value
  )
