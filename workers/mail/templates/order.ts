import { formatKobo } from '@strand/contracts/money/kobo'
import { formatNaira } from '@strand/contracts/naira'
import type { UndoableEvent } from '@strand/contracts/order/events'
import type { MailedEvent } from '@strand/contracts/order/mail-of-event'
import type { OrderPersonal } from '@strand/contracts/order/personal'
import type { Shipment } from '@strand/contracts/order/shipment'
import { type OrderStatus, orderStatuses } from '@strand/contracts/order/status'
import { isStatusMailed, type MailedStatus } from '@strand/contracts/order/status-change'
import {
  type Block,
  type ItemLine,
  lagosTime,
  type MailContent,
  type ShopContact,
} from './content.ts'

export type About = {
  order: {
    orderId: string
    lines: ItemLine[]
    location: { name: string; address: string }
    country: string
    subtotal: number
    deliveryPrice: number
    total: number
  }
  greeting: string
  shop: ShopContact
  trackingUrl: string
  receiptUrl: string
  placedAt: string
  customer: OrderPersonal
}

const reasonOf = ({ order, shop }: About) =>
  `You are receiving this email because order ${order.orderId} was placed with ${shop.name} using this email address.`

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
  subject: `We have received your order ${named(about)}`,
  preview: 'Keep the order id: you can follow your order with it.',
  heading: 'We have received your order',
  greeting: about.greeting,
  blocks: [
    {
      kind: 'text',
      text: 'Thank you for your order and for the proof of your payment. We are checking the payment, and will write to you as soon as your order is confirmed.',
    },
    { kind: 'order', id: about.order.orderId, status: orderStatuses.pending.label },
    items(about),
    ...place(about),
    payment(about),
    tracking(about),
    {
      kind: 'note',
      text: 'Anyone who has the order id can follow the order, so please share it only with people you trust.',
    },
    {
      kind: 'note',
      text: 'For auditors only: a file that proves that this order is in our log, which nobody can change unnoticed. You do not need it.',
      link: { label: 'Proof of the log', href: about.receiptUrl },
    },
  ],
  reason: reasonOf(about),
})

export const orderConfirmed = (about: About): MailContent => ({
  subject: `Your order ${named(about)} is confirmed`,
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
    ...place(about),
    payment(about),
    tracking(about),
  ],
  reason: reasonOf(about),
})

type ChangeWords = { subject: string; heading: string; text: string }

/** For each status that customers get an email about: the words for a change to that status. */
const changeWords: Record<MailedStatus, ChangeWords> = {
  confirmed: {
    subject: 'is confirmed again',
    heading: 'Your order is confirmed again',
    text: 'Your order is confirmed again, and we are getting it ready.',
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
}

/** @param message what the shop wrote about the change; may be empty */
export const orderStatusChanged = (
  about: About,
  to: OrderStatus,
  message: string,
  shipment?: Shipment | undefined,
): MailContent => {
  if (!isStatusMailed(to)) throw new Error(`a change to ${to} sends no mail`)
  const { subject, heading, text } = changeWords[to]
  return {
    subject: `Your order ${named(about)} ${subject}`,
    preview: text,
    heading,
    greeting: about.greeting,
    blocks: [
      { kind: 'text', text },
      { kind: 'order', id: about.order.orderId, status: orderStatuses[to].label },
      ...(message
        ? [{ kind: 'message' as const, from: `${about.shop.name} writes`, text: message }]
        : []),
      ...fact('Carrier', shipment ? `${shipment.carrier}, waybill ${shipment.waybill}` : ''),
      tracking(about),
    ],
    reason: reasonOf(about),
  }
}

const fact = (label: string, value: string): Block[] =>
  value ? [{ kind: 'facts', facts: [{ label, value }] }] : []

const place = ({ order, customer: { deliveryAddress, postalCode } }: About) =>
  order.location.address
    ? fact('Pick it up at', order.location.address)
    : fact(
        'We deliver it to',
        [deliveryAddress, `${postalCode} ${order.country}`.trim(), order.location.name]
          .filter(Boolean)
          .join('\n'),
      )

/** The facts that only a receipt has: when the money was sent, and to which account. */
const payment = ({ shop, placedAt }: About): Block => ({
  kind: 'facts',
  facts: [
    { label: 'Sent on', value: lagosTime(placedAt) },
    {
      label: 'Paid into',
      value: `${shop.bankAccountName}\n${shop.bankName} ${shop.bankAccountNumber}`,
    },
  ],
})

/** `7K3Q-ZM9X-WD4T (₦67,500)`: the words that people search their inbox for. */
const named = ({ order }: About) => `${order.orderId} (${formatNaira(order.total)})`

type UndoneMail = Extract<MailedEvent, UndoableEvent>['type']

/**
 * What the email about each undoable change said. `from` is the status to which the change had led,
 * and from which the undo starts.
 */
const undoneWords: Record<UndoneMail, (from: OrderStatus) => string | undefined> = {
  OrderApproved: () => 'is confirmed',
  OrderArchived: () => 'was closed',
  OrderStatusChanged: (from) => (isStatusMailed(from) ? changeWords[from].subject : undefined),
}
const wordsOfUndone = new Map(Object.entries(undoneWords))

export const orderChangeUndone = (
  about: About,
  { undone, from, to }: { undone: { type: string }; from: OrderStatus; to: OrderStatus },
): MailContent => {
  const { orderId } = about.order
  const words = wordsOfUndone.get(undone.type)?.(from)
  if (!words) throw new Error(`an undone change to ${from} has no mail to correct`)
  const now = `your order is ${orderStatuses[to].label.toLowerCase()}`
  return {
    subject: `Correction: your order ${named(about)} is ${to}`,
    preview: `Our last email was a mistake: ${now}.`,
    heading: 'Our last email was a mistake',
    greeting: about.greeting,
    blocks: [
      {
        kind: 'text',
        text: `We told you that your order ${words}. This was a mistake, and we are sorry: ${now}.`,
      },
      { kind: 'order', id: orderId, status: orderStatuses[to].label },
      { kind: 'text', text: orderStatuses[to].meaning },
      tracking(about),
    ],
    reason: reasonOf(about),
  }
}

export const orderArchived = (about: About, reason: string): MailContent => ({
  subject: `We have closed your order ${named(about)}`,
  preview: 'Please read why, and write to us if you have paid.',
  heading: 'We have closed your order',
  greeting: about.greeting,
  blocks: [
    { kind: 'text', text: orderStatuses.archived.meaning },
    { kind: 'message', from: `${about.shop.name} writes`, text: reason },
    { kind: 'order', id: about.order.orderId, status: orderStatuses.archived.label },
    tracking(about),
  ],
  reason: reasonOf(about),
})

export const orderQuestion = (about: About, text: string, answerUrl: string): MailContent => ({
  subject: `A question about your order ${named(about)}`,
  preview: 'Please answer, so that we can confirm your order.',
  heading: 'We have a question about your order',
  greeting: about.greeting,
  blocks: [
    { kind: 'text', text: 'Before we can confirm your order, please help us with this:' },
    { kind: 'message', from: `${about.shop.name} writes`, text },
    { kind: 'order', id: about.order.orderId, status: orderStatuses.pending.label },
    { kind: 'button', label: 'Answer or send another proof', href: answerUrl },
    {
      kind: 'note',
      text: 'Anyone who has this link can answer for you, so please do not share it.',
    },
  ],
  reason: reasonOf(about),
})

export const orderMoneyOwed = (
  about: About,
  { amountKobo }: { amountKobo: number },
  reason: string,
): MailContent => ({
  subject: `We owe you ${formatKobo(amountKobo)} back for order ${about.order.orderId}`,
  preview: 'We are paying this money back to you.',
  heading: 'We owe you money back',
  greeting: about.greeting,
  blocks: [
    {
      kind: 'text',
      text: `For order ${about.order.orderId}, we received ${formatKobo(amountKobo)} that you did not owe us. We are paying it back to the account that it came from.`,
    },
    { kind: 'message', from: `${about.shop.name} writes`, text: reason },
    {
      kind: 'text',
      text: `If it should go to another account, please write to ${about.shop.supportEmail} today. We never ask for a PIN, a password or a code.`,
    },
    tracking(about),
  ],
  reason: reasonOf(about),
})

export const orderMoneyPaidBack = (
  about: About,
  { amountKobo, restKobo }: { amountKobo: number; restKobo: number },
): MailContent => ({
  subject: `We have paid ${formatKobo(amountKobo)} back for order ${about.order.orderId}`,
  preview:
    restKobo > 0 ? `We still owe you ${formatKobo(restKobo)}.` : 'That is all that we owed you.',
  heading: 'We have paid money back to you',
  greeting: about.greeting,
  blocks: [
    {
      kind: 'text',
      text: `We have transferred ${formatKobo(amountKobo)} back to you for order ${about.order.orderId}. ${restKobo > 0 ? `We still owe you ${formatKobo(restKobo)}.` : 'That is all that we owed you.'}`,
    },
    {
      kind: 'text',
      text: `If it has not arrived within two working days, please write to ${about.shop.supportEmail}.`,
    },
    tracking(about),
  ],
  reason: reasonOf(about),
})
