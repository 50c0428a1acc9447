import { formatNaira } from '@strand/contracts/naira'
import { CreateOrder, CustomerDetails } from '@strand/contracts/order/order-form'
import { useEffect, useRef, useState } from 'react'
import { ButtonLink } from '../../../shared/buttons/button.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { Contact } from '../../../shared/order/contact.tsx'
import { Timeline } from '../../../shared/order/timeline.tsx'
import { useShop } from '../../../shared/server-state/use-shop.ts'
import { CheckIcon } from '../../../shared/style/icons.tsx'
import { keepCustomer, keptCustomer } from '../draft/kept-customer.ts'
import { LogProof } from './log-proof.tsx'
import { OrderTools } from './order-tools.tsx'
import { Receipt } from './receipt.tsx'
import type { SentOrder } from './sent-order.ts'
import './order-sent.css'

export const OrderSent = ({
  order,
  onOrderAgain,
}: {
  order: SentOrder
  onOrderAgain: () => void
}) => {
  // An order that an earlier version of the page stored has only an id and a message.
  const { data: payload } = CreateOrder.safeParse(order.payload)
  const { orderId, message, sentAt } = order
  return (
    <div className="sent">
      <Head message={message} payload={payload} />
      <section className="sent-id" aria-label="Order id">
        <p className="field-help">Order id</p>
        <p className="sent-number">{orderId}</p>
        <OrderTools orderId={orderId} payload={payload} sentAt={sentAt} />
        <ButtonLink variant="primary" className="sent-track" to={paths.trackOrderOf(orderId)}>
          Track your order
        </ButtonLink>
      </section>
      {sentAt && (
        <section className="sent-part" aria-labelledby="sent-steps">
          <h2 id="sent-steps">What happens next</h2>
          <Timeline
            histories={[{ orderStatus: 'pending', dateCreated: sentAt, orderMessage: '' }]}
          />
        </section>
      )}
      {payload && <Receipt payload={payload} sentAt={sentAt} />}
      <section className="sent-part" aria-labelledby="sent-ask">
        <h2 id="sent-ask">Questions about this order?</h2>
        <Contact orderId={orderId} />
      </section>
      {payload && <KeepDetails payload={payload} />}
      <ButtonLink
        className="sent-again"
        to={paths.confirmPayment}
        onClick={(event) => {
          event.preventDefault()
          onOrderAgain()
        }}
      >
        Order again
      </ButtonLink>
      <LogProof orderId={orderId} />
    </div>
  )
}

const Head = ({ message, payload }: { message: string; payload: CreateOrder | undefined }) => {
  const { data: shop } = useShop()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className="sent-head">
      <p className="sent-shop">
        {shop?.name} · {window.location.host}
      </p>
      <span className="sent-mark">
        <CheckIcon />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        Your order has been sent
      </h1>
      <p>{message}</p>
      {payload && <AboutTheMoney payload={payload} />}
      {payload && (
        <p>
          We wrote to <strong>{payload.email}</strong>. If nothing arrives, check your spam folder
          or ask us.
        </p>
      )}
    </header>
  )
}

const AboutTheMoney = ({
  payload: { confirmAnyway, sentAmount, amount },
}: {
  payload: CreateOrder
}) => {
  if (confirmAnyway)
    return (
      <p>
        Your order has changed since you paid: we will write to you about the change. You do not
        need to do anything.
      </p>
    )
  if (sentAmount === null || sentAmount === amount) return null
  return (
    <p>
      You told us that you sent {formatNaira(sentAmount)}, and your order comes to{' '}
      {formatNaira(amount)}. We will write to you about the difference.
    </p>
  )
}

/** Offers to keep the customer's details for the next order; off by default. */
const KeepDetails = ({ payload }: { payload: CustomerDetails }) => {
  const [isKept, setKept] = useState(() => keptCustomer() !== null)
  useEffect(() => {
    keepCustomer(isKept ? CustomerDetails.parse(payload) : null)
  }, [isKept, payload])
  return (
    <label className="sent-keep">
      <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.target.checked)} />
      <span>
        Keep my name, email, phone and Instagram username on this phone for my next order. You can
        remove them here and in the form at any time.
      </span>
    </label>
  )
}
