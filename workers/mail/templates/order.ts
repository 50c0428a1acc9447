import { type OrderStatus, orderStatuses } from '@strand/contracts/order/status'
import type { Block, ItemLine, MailContent, ShopContact } from './content.ts'

type About = {
  order: {
    orderId: string
    lines: ItemLine[]
    location: { name: string; address: string }
    subtotal: number
    deliveryPrice: number
    total: number
  }
  greeting: string
  shop: ShopContact
  trackingUrl: string
}

const reasonOf = ({ order, shop }: About) =>
  `You get this mail because order ${order.orderId} was placed with ${shop.name} under this address.`

const items = ({ order }: About): Block => ({
  kind: 'items',
  lines: order.lines,
  sums: [
    { label: 'Sub total', amount: order.subtotal },
    { label: `Delivery, ${order.location.name}`, amount: order.deliveryPrice },
  ],
  total: order.total,
})

const tracking = ({ trackingUrl }: About): Block => ({
  kind: 'button',
  label: 'Track your order',
  href: trackingUrl,
})

export const orderReceived = (about: About): MailContent => ({
  subject: `We have received your order ${about.order.orderId}`,
  preview: 'Keep the order id: you can follow your order with it.',
  heading: 'We have received your order',
  greeting: about.greeting,
  blocks: [
    {
      kind: 'text',
      text: 'Thank you for your order and for the proof of your payment. We check the payment now, and write to you as soon as your order is confirmed.',
    },
    { kind: 'order', id: about.order.orderId, status: orderStatuses.pending.label },
    items(about),
    ...pickUp(about),
    tracking(about),
    {
      kind: 'note',
      text: 'Whoever has the order id can follow the order, so please share it with nobody but people you trust.',
    },
  ],
  reason: reasonOf(about),
})

export const orderConfirmed = (about: About): MailContent => ({
  subject: `Your order ${about.order.orderId} is confirmed`,
  preview: 'Your payment has arrived, and we are getting your order ready.',
  heading: 'Your order is confirmed',
  greeting: about.greeting,
  blocks: [
    {
      kind: 'text',
      text: 'Good news: your payment has arrived, and we are getting your order ready.',
    },
    { kind: 'order', id: about.order.orderId, status: orderStatuses.confirmed.label },
    items(about),
    ...pickUp(about),
    tracking(about),
  ],
  reason: reasonOf(about),
})

type ChangeWords = { subject: string; heading: string; text: string }

/** The words of the mail about a change to each status; null where a change to it sends no mail. */
export const changeWords: Record<OrderStatus, ChangeWords | null> = {
  pending: null,
  confirmed: {
    subject: 'is confirmed again',
    heading: 'Your order is confirmed again',
    text: 'Your order is back among the confirmed ones, and we are getting it ready.',
  },
  shipped: {
    subject: 'is on its way',
    heading: 'Your order is on its way',
    text: 'We have handed your order over for delivery.',
  },
  returned: {
    subject: 'has been returned',
    heading: 'Your order has been returned',
    text: 'Your order came back to us.',
  },
  archived: null,
}

/** @param message what the shop wrote with the change; may be empty */
export const orderStatusChanged = (about: About, to: OrderStatus, message: string): MailContent => {
  const words = changeWords[to]
  if (!words) throw new Error(`a change to ${to} sends no mail`)
  const { subject, heading, text } = words
  return {
    subject: `Your order ${about.order.orderId} ${subject}`,
    preview: text,
    heading,
    greeting: about.greeting,
    blocks: [
      { kind: 'text', text },
      { kind: 'order', id: about.order.orderId, status: orderStatuses[to].label },
      ...(message
        ? [{ kind: 'message' as const, from: `${about.shop.name} writes`, text: message }]
        : []),
      tracking(about),
    ],
    reason: reasonOf(about),
  }
}

const pickUp = ({ order }: About): Block[] =>
  order.location.address
    ? [{ kind: 'facts', facts: [{ label: 'Pick it up at', value: order.location.address }] }]
    : []
