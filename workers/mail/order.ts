import { firstEvent } from '@strand/contracts/event-codec'
import type { MailKind } from '@strand/contracts/mail/mail'
import { OrderPersonal, orderEvents, SealedText } from '@strand/contracts/order/events'
import type { RecordedEvent } from '@strand/platform/event-store/event-store'
import { type ComposeOptions, greetingTo, type Mail, type MailFeature } from './feature.ts'
import {
  changeWords,
  orderConfirmed,
  orderReceived,
  orderStatusChanged,
} from './templates/order.ts'

/** Archiving, restoring, undoing a change and a message alone send no mail. */
const kindOf = (recorded: RecordedEvent): MailKind | null => {
  const { event } = orderEvents.decode(recorded)
  if (event.type === 'OrderCreated') return 'order-received'
  if (event.type === 'OrderApproved') return 'order-confirmed'
  if (event.type === 'OrderStatusChanged' && changeWords[event.data.to])
    return 'order-status-changed'
  return null
}

const compose = async (
  recorded: RecordedEvent,
  stream: RecordedEvent[],
  { personalData, publicUrl, shop }: ComposeOptions,
): Promise<Mail | null> => {
  const { event } = orderEvents.decode(recorded)
  const created = firstEvent(orderEvents, 'OrderCreated', stream)?.event
  if (!created) throw new Error(`${recorded.stream} does not begin with OrderCreated`)
  const message = event.type === 'OrderStatusChanged' ? event.data.message : null
  const [personal, said] = await personalData.open([
    created.data.personal,
    ...(message ? [message] : []),
  ])
  if (!personal) return null
  const { firstName, lastName, email } = OrderPersonal.parse(personal)
  const about = {
    order: created.data,
    greeting: greetingTo(firstName),
    shop,
    trackingUrl: `${publicUrl}/order-history/${created.data.orderId}`,
  }
  const to = { name: `${firstName} ${lastName}`, address: email }
  if (event.type === 'OrderCreated') return { to, content: orderReceived(about) }
  if (event.type === 'OrderApproved') return { to, content: orderConfirmed(about) }
  if (event.type !== 'OrderStatusChanged') throw new Error(`${event.type} sends no mail`)
  const text = said ? SealedText.parse(said).text : ''
  return { to, content: orderStatusChanged(about, event.data.to, text) }
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

export const orderMail: MailFeature = {
  eventTypes: ['OrderCreated', 'OrderApproved', 'OrderStatusChanged'],
  kindOf,
  isStillDue: (stream) => !isArchived(stream),
  compose,
}
