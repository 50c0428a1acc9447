import { firstEvent } from '@strand/contracts/event-codec'
import { orderEvents, SealedText } from '@strand/contracts/order/events'
import { mailOfEvent } from '@strand/contracts/order/mail-of-event'
import { OrderPersonal, sealedIn } from '@strand/contracts/order/personal'
import { receiptPath } from '@strand/contracts/order/receipt-path'
import { Shipment } from '@strand/contracts/order/shipment'
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
import {
  orderArchived,
  orderChangeUndone,
  orderConfirmed,
  orderMoneyOwed,
  orderMoneyPaidBack,
  orderQuestion,
  orderReceived,
  orderStatusChanged,
} from './templates/order.ts'

/** Events whose mails say what staff wrote. */
const eventsWithText = new Set<string>([
  'OrderStatusChanged',
  'OrderQuestionAsked',
  'OrderArchived',
  'OrderMoneyOwed',
])

const compose = async (
  recorded: RecordedEvent,
  stream: RecordedEvent[],
  { personalData, publicUrl, shop, tokenSecret }: ComposeOptions,
): Promise<Mail | null> => {
  const { event } = orderEvents.decode(recorded)
  const placed = firstEvent(orderEvents, 'OrderCreated', stream)
  if (!placed) throw new Error(`${recorded.stream} does not begin with OrderCreated`)
  const created = placed.event
  const sealed = eventsWithText.has(event.type) ? sealedIn(event) : []
  const [personal, ...said] = await personalData.open([created.data.personal, ...sealed])
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
  const to = { name: `${firstName} ${lastName}`, address: email }
  if (event.type === 'OrderCreated') return { to, content: orderReceived(about) }
  if (event.type === 'OrderApproved') return { to, content: orderConfirmed(about) }
  if (event.type === 'OrderChangeUndone')
    return { to, content: orderChangeUndone(about, event.data) }
  const parts = Object.assign({}, ...said)
  const { text = '' } = SealedText.partial().parse(parts)
  if (event.type === 'OrderQuestionAsked') {
    // In the fragment, which browsers send to no server: no log has it.
    const answerUrl = `${about.trackingUrl}#${mailedToken(tokenSecret, 'question', recorded.id)}`
    return { to, content: orderQuestion(about, text, answerUrl) }
  }
  if (event.type === 'OrderMoneyOwed')
    return { to, content: orderMoneyOwed(about, event.data, text) }
  if (event.type === 'OrderMoneyPaidBack')
    return { to, content: orderMoneyPaidBack(about, event.data) }
  if (event.type === 'OrderArchived') return { to, content: orderArchived(about, text) }
  if (event.type !== 'OrderStatusChanged') throw new Error(`${event.type} sends no mail`)
  const shipment = event.data.shipment && Shipment.parse(parts)
  return { to, content: orderStatusChanged(about, event.data.to, text, shipment) }
}

/**
 * Staff may archive a flood of orders and then release the held mails: archived orders get no mail.
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

/** The undo of a change, if there is one. */
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

/** Whether staff have since taken back that money is owed or was paid back. */
const isTakenBack = (recorded: RecordedEvent, stream: RecordedEvent[]): boolean => {
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
  if (isTakenBack(change, stream)) return 'undone'
  const undone = undoOf(change, stream)
  if (undone && (undone.forCustomer === 'unseen' || isSentAgain)) return 'undone'
  return wasHeld && isArchived(stream) ? 'archived' : undefined
}

export const orderMail: MailFeature = {
  eventTypes: [
    'OrderCreated',
    'OrderApproved',
    'OrderStatusChanged',
    'OrderChangeUndone',
    'OrderQuestionAsked',
    'OrderArchived',
    'OrderMoneyOwed',
    'OrderMoneyPaidBack',
  ],
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
