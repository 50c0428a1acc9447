import { useEffect, useRef, useState } from 'react'
import { copyText } from '../../shared/browser/clipboard.ts'
import { Button, ButtonLink } from '../../shared/buttons/button.tsx'
import { CopyButton } from '../../shared/buttons/copy-button.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { CheckIcon } from '../../shared/style/icons.tsx'
import { ShareIcon } from '../../shared/style/more-icons.tsx'
import type { SentOrder } from './sent-order.ts'
import './order-sent.css'

export const OrderSent = ({
  order,
  onOrderAgain,
}: {
  order: SentOrder
  onOrderAgain: () => void
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="sent">
      <span className="sent-mark">
        <CheckIcon />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        Your order has been sent
      </h1>
      <p>{order.message}</p>
      <section className="sent-id" aria-label="Order id">
        <p className="field-help">Order id</p>
        <p className="sent-number">{order.orderId}</p>
        <div className="sent-tools">
          <CopyButton text={order.orderId} what="Order id" />
          <ShareButton orderId={order.orderId} />
        </div>
      </section>
      <div className="sent-next">
        <ButtonLink variant="primary" to={paths.trackOrderOf(order.orderId)}>
          Track your order
        </ButtonLink>
        <ButtonLink
          to={paths.confirmPayment}
          onClick={(event) => {
            event.preventDefault()
            onOrderAgain()
          }}
        >
          Order again
        </ButtonLink>
      </div>
    </div>
  )
}

/** Shares a link to the order, or copies it where the device cannot share. */
const ShareButton = ({ orderId }: { orderId: string }) => {
  const [said, setSaid] = useState('')
  const share = async () => {
    const url = new URL(paths.trackOrderOf(orderId), window.location.href).href
    if (typeof navigator.share === 'function') {
      // Closing the share sheet rejects the promise too; that needs no message.
      await navigator.share({ title: `Order ${orderId}`, url }).catch(() => undefined)
      return
    }
    setSaid((await copyText(url)) ? 'Link copied' : 'The link could not be copied')
  }
  return (
    <>
      <Button size="small" className="copy-button" onClick={share}>
        <ShareIcon />
        Share
      </Button>
      <span role="status" className="field-help">
        {said}
      </span>
    </>
  )
}
