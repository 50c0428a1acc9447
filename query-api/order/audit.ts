import { erased } from '@strand/contracts/erased'
import type { OrderAudit, OrderAuditEvent } from '@strand/contracts/order/audit'
import { type OrderEvent, OrderPersonal } from '@strand/contracts/order/events'
import type { OrderStatus } from '@strand/contracts/order/status'
import { shownPersonal } from './personal-columns.ts'

/**
 * The full history of one order, from its own stream: each event in words, with what it changed
 * from and to, and the order after the last event.
 */

type AuditState = { status: OrderStatus | ''; message: string; review: string; erased: boolean }

/** The sealed part of an event: none (undefined), unreadable forever (null), or its contents. */
export type Opened = Record<string, unknown> | null | undefined

const descriptions: Record<OrderEvent['type'], (event: OrderEvent) => string> = {
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

const evolve = (state: AuditState, event: OrderEvent, opened: Opened): AuditState => {
  switch (event.type) {
    case 'OrderCreated':
      return { ...state, status: 'pending', erased: opened === null }
    case 'OrderApproved':
      return { ...state, status: 'confirmed' }
    case 'OrderRestored':
      return { ...state, status: event.data.to }
    case 'OrderStatusChanged':
    case 'OrderArchived': {
      const status = event.type === 'OrderArchived' ? 'archived' : event.data.to
      return { ...state, status, message: event.data.message ? textOf(opened) : state.message }
    }
    case 'OrderChangeUndone': {
      const message = event.data.message ? textOf(opened) : ''
      return { ...state, status: event.data.to, message }
    }
    case 'OrderMessageUpdated':
      return { ...state, message: textOf(opened) }
    case 'OrderReviewed':
      return { ...state, review: textOf(opened) }
    case 'OrderPersonalDataErased':
      return { ...state, erased: true }
    case 'OrderProofsDeleted':
      return state
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
export const auditOf = (history: readonly AuditedEvent[]): OrderAudit | null => {
  const first = history[0]
  if (first?.event.type !== 'OrderCreated') return null
  let state: AuditState = { status: '', message: '', review: '', erased: false }
  // A review is independent of what staff do: it does not prevent an undo.
  const lastChange = history.findLastIndex(({ event }) => event.type !== 'OrderReviewed')
  const events = history.map(({ event, opened, ...shown }, index): OrderAuditEvent => {
    const previous = state
    state = evolve(previous, event, opened)
    const changed = fields
      .map(([name, field]) => ({ field, from: previous[name], to: state[name] }))
      .filter(({ from, to }) => from !== to)
    return {
      ...shown,
      type: event.type,
      process: descriptions[event.type](event),
      changes: destroyed[event.type] ?? changed,
      undoable: index === lastChange && undoable.has(event.type),
    }
  })
  const order = {
    ...orderOf(first.event.data, first.opened, first.createdat, state),
    position: history[lastChange]?.position ?? first.position,
  }
  return { orderid: order.orderid, events, order }
}

const orderOf = (
  data: Extract<OrderEvent, { type: 'OrderCreated' }>['data'],
  opened: Opened,
  createdat: string,
  state: AuditState,
): Omit<OrderAudit['order'], 'position'> => {
  const personal = opened && !state.erased ? OrderPersonal.parse(opened) : null
  const shown = shownPersonal(personal)
  return {
    orderid: data.orderId,
    createdat,
    total: data.total,
    orderstatus: state.status === '' ? 'pending' : state.status,
    quantity: data.lines.reduce((sum, line) => sum + line.quantity, 0),
    ...shown,
    country: data.country,
    deliverylocation: data.location.name,
    deliveryaddress: data.location.address || shown.deliveryaddress,
    postalcode: personal || data.country !== '' ? shown.postalcode : '',
    deliveryprice: data.deliveryPrice,
    sales: data.sales?.name ?? '',
    products: data.lines.map(({ product, price, quantity, amount }) => ({
      ...{ product, price, quantity, amount },
    })),
    orderMessage: state.message,
    review: state.review,
  }
}
