import type { OrderStatus } from '@strand/contracts/order'
import type { OrderAudit, OrderAuditEvent } from '@strand/contracts/order.audit'
import { type OrderEvent, OrderPersonal } from '@strand/contracts/order.events'

/**
 * The full history of one order, from its own stream: each event in words, with what it changed
 * from and to, and the order after the last event.
 */

const erased = 'erased'

type Standing = { status: OrderStatus | ''; message: string; review: string; erased: boolean }

/** The sealed part of an event: none (undefined), unreadable forever (null), or its contents. */
export type Opened = Record<string, unknown> | null | undefined

const words: Record<OrderEvent['type'], (event: OrderEvent) => string> = {
  OrderCreated: () => 'Placed the order',
  OrderApproved: () => 'Approved the order',
  OrderStatusChanged: () => 'Changed the status',
  OrderMessageUpdated: () => 'Updated the message',
  OrderArchived: () => 'Archived the order',
  OrderRestored: () => 'Restored the order',
  OrderReviewed: () => 'Reviewed the order',
  OrderChangeUndone: (event) =>
    event.type === 'OrderChangeUndone' ? (undone[event.data.undone.type] ?? 'Undid a change') : '',
  OrderPersonalDataErased: () => 'Erased the personal data',
  OrderProofsDeleted: (event) =>
    event.type === 'OrderProofsDeleted'
      ? `Deleted the proof of payment, ${event.data.afterDays} days after the order was archived`
      : '',
}
const undone: Record<string, string> = {
  OrderApproved: 'Undid the approval',
  OrderStatusChanged: 'Undid the change of status',
  OrderArchived: 'Undid the archiving',
  OrderRestored: 'Undid the restore',
}
const undoable = new Set(Object.keys(undone))

const textOf = (opened: Opened) => (opened ? String(opened.text ?? '') : erased)

const after = (before: Standing, event: OrderEvent, opened: Opened): Standing => {
  switch (event.type) {
    case 'OrderCreated':
      return { ...before, status: 'pending', erased: opened === null }
    case 'OrderApproved':
      return { ...before, status: 'confirmed' }
    case 'OrderRestored':
      return { ...before, status: event.data.to }
    case 'OrderStatusChanged':
    case 'OrderArchived': {
      const status = event.type === 'OrderArchived' ? 'archived' : event.data.to
      return { ...before, status, message: event.data.message ? textOf(opened) : before.message }
    }
    case 'OrderChangeUndone': {
      const message = event.data.message ? textOf(opened) : ''
      return { ...before, status: event.data.to, message }
    }
    case 'OrderMessageUpdated':
      return { ...before, message: textOf(opened) }
    case 'OrderReviewed':
      return { ...before, review: textOf(opened) }
    case 'OrderPersonalDataErased':
      return { ...before, erased: true }
    case 'OrderProofsDeleted':
      return before
  }
}

const fields = [
  ['status', 'status'],
  ['message', 'orderMessage'],
  ['review', 'review'],
] as const

/** Changes other than those of the fields. */
const destroyed: Partial<Record<OrderEvent['type'], OrderAuditEvent['changes']>> = {
  OrderPersonalDataErased: [{ field: 'personal data', from: 'readable', to: erased }],
  OrderProofsDeleted: [{ field: 'proof of payment', from: 'kept', to: 'deleted' }],
}

export type AuditedEvent = { event: OrderEvent; opened: Opened } & Pick<
  OrderAuditEvent,
  'position' | 'createdat' | 'by'
>

/** Null if the order does not exist yet. */
export const auditOf = (history: AuditedEvent[]): OrderAudit | null => {
  const first = history[0]
  if (first?.event.type !== 'OrderCreated') return null
  let standing: Standing = { status: '', message: '', review: '', erased: false }
  // A review is independent of what staff do: it does not prevent an undo.
  const lastChange = history.findLastIndex(({ event }) => event.type !== 'OrderReviewed')
  const events = history.map(({ event, opened, ...shown }, index): OrderAuditEvent => {
    const before = standing
    standing = after(before, event, opened)
    const changed = fields
      .map(([name, field]) => ({ field, from: before[name], to: standing[name] }))
      .filter(({ from, to }) => from !== to)
    return {
      ...shown,
      type: event.type,
      process: words[event.type](event),
      changes: destroyed[event.type] ?? changed,
      undoable: index === lastChange && undoable.has(event.type),
    }
  })
  const order = orderOf(first.event.data, first.opened, first.createdat, standing)
  return { orderid: order.orderid, events, order }
}

const orderOf = (
  data: Extract<OrderEvent, { type: 'OrderCreated' }>['data'],
  opened: Opened,
  createdat: string,
  standing: Standing,
): OrderAudit['order'] => {
  const personal = opened && !standing.erased ? OrderPersonal.parse(opened) : null
  const shown = (text: string | undefined) => text ?? erased
  return {
    orderid: data.orderId,
    createdat,
    total: data.total,
    orderstatus: standing.status === '' ? 'pending' : standing.status,
    quantity: data.lines.reduce((sum, line) => sum + line.quantity, 0),
    fullname: personal ? `${personal.firstName} ${personal.lastName}`.trim() : erased,
    accountname: shown(personal?.accountName),
    country: data.country,
    deliverylocation: data.location.name,
    deliveryaddress: data.location.address || shown(personal?.deliveryAddress),
    postalcode: personal?.postalCode ?? (data.country === '' ? '' : erased),
    email: shown(personal?.email),
    phone: shown(personal?.phone),
    instagramusername: shown(personal?.instagramUsername),
    deliveryprice: data.deliveryPrice,
    sales: data.sales?.name ?? '',
    products: data.lines.map(({ product, price, quantity, amount }) => ({
      ...{ product, price, quantity, amount },
    })),
    orderMessage: standing.message,
    review: standing.review,
  }
}
