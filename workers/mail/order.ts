import { firstEvent } from '@strand/contracts/event-codec'
import { OrderPersonal, orderEvents, SealedText } from '@strand/contracts/order/events'
import type { OrderStatus } from '@strand/contracts/order/order'
import type { RecordedEvent } from '@strand/platform/event-store/event-store'
import { type ComposeOptions, greetingTo, type Mail, type MailFeature } from './feature.ts'
import { orderConfirmed, orderReceived, orderStatusChanged } from './templates/order.ts'

/** Archiving, restoring, undoing a change and a message alone send no mail. */
const kindOf = (recorded: RecordedEvent): string | null => {
  const { event } = orderEvents.decode(recorded)
  if (event.type === 'OrderCreated') return 'order-received'
  if (event.type === 'OrderApproved') return 'order-confirmed'
  if (event.type === 'OrderStatusChanged' && event.data.to !== 'archived')
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
  if (event.type !== 'OrderStatusChanged') throw new Error(`no mail tells of ${event.type}`)
  const text = said ? SealedText.parse(said).text : ''
  return { to, content: orderStatusChanged(about, event.data.to as MailedStatus, text) }
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

type MailedStatus = Exclude<OrderStatus, 'pending' | 'archived'>

export const orderMail: MailFeature = {
  eventTypes: ['OrderCreated', 'OrderApproved', 'OrderStatusChanged'],
  kindOf,
  // Staff actions trigger all other kinds.
  limitedKinds: ['order-received'],
  isStillDue: (stream) => !isArchived(stream),
  compose,
}
