import { firstEvent } from '@strand/contracts/event-codec'
import type { MailKind } from '@strand/contracts/mail/mail'
import { type OrderEvent, orderEvents } from '@strand/contracts/order/events'
import { type MailedEvent, mailOfEvent, orderMails } from '@strand/contracts/order/mail-of-event'
import { OrderPersonal, parcelOf, sealedIn, textOf } from '@strand/contracts/order/personal'
import { receiptPath } from '@strand/contracts/order/receipt-path'
import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'
import { mailedToken } from '@strand/platform/crypto/mailed-token'
import {
  type ComposeOptions,
  greetingTo,
  type Mail,
  type MailFeature,
  type OutdatedMail,
  type Released,
} from './feature.ts'
import type { MailContent } from './templates/content.ts'
import {
  type About,
  orderArchived,
  orderChangeUndone,
  orderConfirmed,
  orderMoneyOwed,
  orderMoneyPaidBack,
  orderQuestion,
  orderReceived,
  orderStatusChanged,
} from './templates/order.ts'

const eventTypes: string[] = Object.values(orderMails)
const isMailed = (event: OrderEvent): event is MailedEvent => eventTypes.includes(event.type)

const compose = async (
  recorded: RecordedEvent,
  stream: RecordedEvent[],
  { personalData, publicUrl, shop, tokenSecret }: ComposeOptions,
): Promise<Mail | null> => {
  const { event } = orderEvents.decode(recorded)
  if (!isMailed(event)) throw new Error(`${event.type} sends no mail`)
  const placed = firstEvent(orderEvents, 'OrderCreated', stream)
  if (!placed) throw new Error(`${recorded.stream} does not begin with OrderCreated`)
  const created = placed.event
  const sealed = [created.data.personal, ...sealedIn(event)]
  const [personal, ...said] = await personalData.open(sealed)
  if (!personal) return null
  const customer = OrderPersonal.parse(personal)
  const { firstName, lastName, email } = customer
  const about = {
    order: created.data,
    greeting: greetingTo(firstName),
    shop,
    trackingUrl: `${publicUrl}/order-history/${created.data.orderId}`,
    receiptUrl: publicUrl + receiptPath(created.data.orderId),
    placedAt: orderEvents.decode(placed.stored).metadata.at,
    customer,
  }
  // Browsers never send a fragment to a server, so the token cannot end up in logs.
  const answerUrl = `${about.trackingUrl}#${mailedToken(tokenSecret, 'question', recorded.id)}`
  return {
    to: { name: `${firstName} ${lastName}`, address: email },
    content: contentOf(event, about, Object.assign({}, ...said), answerUrl),
  }
}

const contentOf = (
  event: MailedEvent,
  about: About,
  said: Record<string, unknown>,
  answerUrl: string,
): MailContent => {
  switch (event.type) {
    case 'OrderCreated':
      return orderReceived(about)
    case 'OrderApproved':
      return orderConfirmed(about)
    case 'OrderStatusChanged': {
      const shipment = event.data.shipment && parcelOf(said)
      return orderStatusChanged(about, event.data.to, textOf(said), shipment)
    }
    case 'OrderChangeUndone':
      return orderChangeUndone(about, event.data)
    case 'OrderArchived':
      return orderArchived(about, textOf(said))
    case 'OrderQuestionAsked':
      return orderQuestion(about, textOf(said), answerUrl)
    case 'OrderMoneyOwed':
      return orderMoneyOwed(about, event.data, textOf(said))
    case 'OrderMoneyPaidBack':
      return orderMoneyPaidBack(about, event.data)
  }
}

/**
 * After a flood of orders, staff may archive them and then release the held emails; archived orders
 * must not get an email.
 */
const isArchived = (stream: RecordedEvent[]): boolean => {
  const recorded = stream.findLast(({ type }) => statusEvents.has(type))
  const last = recorded && orderEvents.decode(recorded).event
  if (last?.type === 'OrderChangeUndone') return last.data.to === 'archived'
  return last?.type === 'OrderArchived'
}
const statusEvents = new Set<string>([
  'OrderApproved',
  'OrderStatusChanged',
  'OrderArchived',
  'OrderRestored',
  'OrderChangeUndone',
])

const undoOf = (change: RecordedEvent, stream: RecordedEvent[]) => {
  const position = String(change.position)
  for (const recorded of stream) {
    if (recorded.type !== 'OrderChangeUndone') continue
    const { event } = orderEvents.decode(recorded)
    if (event.type === 'OrderChangeUndone' && event.data.undone.position === position)
      return event.data
  }
  return undefined
}

const isWithdrawn = (recorded: RecordedEvent, stream: RecordedEvent[]): boolean => {
  const { event } = orderEvents.decode(recorded)
  if (event.type !== 'OrderMoneyOwed' && event.type !== 'OrderMoneyPaidBack') return false
  const later = stream.filter(({ position }) => position > recorded.position)
  return later.some((one) => {
    if (one.type !== 'OrderMoneyNotOwed' && one.type !== 'OrderMoneyNotPaidBack') return false
    const { event: other } = orderEvents.decode(one)
    if (other.type === 'OrderMoneyNotOwed') return other.data.owedId === event.data.owedId
    return (
      other.type === 'OrderMoneyNotPaidBack' &&
      event.type === 'OrderMoneyPaidBack' &&
      other.data.owedId === event.data.owedId &&
      other.data.debitLineId === event.data.debitLineId
    )
  })
}

const outdated = (
  change: RecordedEvent,
  stream: RecordedEvent[],
  { wasHeld, isSentAgain }: Released,
): OutdatedMail => {
  if (isWithdrawn(change, stream)) return 'undone'
  const undone = undoOf(change, stream)
  if (undone && (undone.forCustomer === 'unseen' || isSentAgain)) return 'undone'
  return wasHeld && isArchived(stream) ? 'archived' : undefined
}

export const orderMail: MailFeature = {
  eventTypes,
  kinds: Object.keys(orderMails),
  limitedKinds: ['order-received'] satisfies MailKind[],
  kindOf: (recorded) => mailOfEvent(orderEvents.decode(recorded).event),
  dueAt: (recorded) => {
    const { data } = orderEvents.decode(recorded).event
    return 'undoUntil' in data ? data.undoUntil : undefined
  },
  outdated,
  corrects: (recorded, stream) => {
    const { event } = orderEvents.decode(recorded)
    if (event.type !== 'OrderChangeUndone') return undefined
    const { position } = event.data.undone
    return stream.find((change) => String(change.position) === position)?.id
  },
  compose,
}
