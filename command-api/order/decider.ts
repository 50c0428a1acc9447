import type { Sealed } from '@strand/contracts/envelope'
import type { OrderEvent } from '@strand/contracts/order/events'
import { type OrderStatus, orderStatuses } from '@strand/contracts/order/status'
import type { Decider } from '@strand/platform/commands/decider'
import { Rejected } from '@strand/platform/errors'
import { evolve, type Order, type OrderState, type RecordedOrderEvent } from './state.ts'

export type OrderCommand =
  | { type: 'CreateOrder'; data: Extract<OrderEvent, { type: 'OrderCreated' }>['data'] }
  | { type: 'ApproveOrder' }
  /** Only for a pending order; other orders are archived by a status change. */
  | { type: 'ArchiveOrder' }
  | { type: 'RestoreOrder' }
  | { type: 'ChangeStatus'; to: OrderStatus; message: Sealed | null }
  | { type: 'ReviewOrder'; review: Sealed }
  | { type: 'UndoChange'; position: string }
  | { type: 'ErasePersonalData' }
  /**
   * `archivedBefore` (ISO 8601) is the start of the retention period: an order archived later keeps
   * its files.
   */
  | { type: 'DeleteProofs'; afterDays: number; archivedBefore: string }

export const unknownOrder = () => new Rejected('not-found', 'There is no order with this id')
const conflict = (message: string) => new Rejected('conflict', message)
export const personalDataErased = () =>
  conflict('The personal data of this order was erased: it takes no more messages and reviews')

/**
 * Anyone who knows an order's id may review it repeatedly, and each review stays in the log for
 * ever. Decision 127.
 */
const maximumReviews = 20
const tooManyReviews = () =>
  conflict(`This order has been reviewed ${maximumReviews} times: it takes no more reviews`)

export const orderDecider: Decider<OrderState, OrderCommand, RecordedOrderEvent> = {
  initialState: null,
  evolve,
  decide: (command, order) => {
    if (command.type === 'CreateOrder') {
      if (order) throw conflict('There is an order with this id already')
      return [{ type: 'OrderCreated', data: command.data }]
    }
    if (!order) throw unknownOrder()
    const { orderId, status } = order
    switch (command.type) {
      case 'ApproveOrder':
        if (status !== 'pending')
          throw conflict(`Only a pending order can be approved, and this one is ${status}`)
        return [{ type: 'OrderApproved', data: { orderId } }]
      case 'ArchiveOrder':
        if (status === 'archived') throw conflict('This order is archived already')
        if (status !== 'pending')
          throw conflict(
            `Only a pending order is archived here; this one is ${status}: change its status instead`,
          )
        return [{ type: 'OrderArchived', data: { orderId, from: status, message: null } }]
      case 'RestoreOrder':
        if (order.archivedFrom === null)
          throw conflict(`Only an archived order can be restored, and this one is ${status}`)
        return [{ type: 'OrderRestored', data: { orderId, to: order.archivedFrom } }]
      case 'ChangeStatus':
        if (command.message && order.erased) throw personalDataErased()
        return [changeStatus(order, command.to, command.message)]
      case 'ReviewOrder':
        if (order.erased) throw personalDataErased()
        if (order.reviews >= maximumReviews) throw tooManyReviews()
        return [{ type: 'OrderReviewed', data: { orderId, review: command.review } }]
      case 'UndoChange':
        return [undo(order, command.position)]
      case 'ErasePersonalData':
        return order.erased ? [] : [{ type: 'OrderPersonalDataErased', data: { orderId } }]
      case 'DeleteProofs':
        return deleteProofs(order, command)
    }
  },
}

/**
 * Applies only to an order that was archived while pending, long enough ago; otherwise does
 * nothing.
 */
const deleteProofs = (
  order: Order,
  { afterDays, archivedBefore }: Extract<OrderCommand, { type: 'DeleteProofs' }>,
): OrderEvent[] => {
  const { orderId, status, archivedFrom, archivedAt, files } = order
  const isKept = status !== 'archived' || archivedFrom !== 'pending' || !archivedAt
  if (isKept || Date.parse(archivedAt) > Date.parse(archivedBefore)) return []
  if (order.erased || order.proofsDeleted || files.length === 0) return []
  return [{ type: 'OrderProofsDeleted', data: { orderId, afterDays } }]
}

const changeStatus = (order: Order, to: OrderStatus, message: Sealed | null): OrderEvent => {
  const { orderId, status } = order
  if (to === 'pending') throw conflict('An order never goes back to pending')
  if (status === 'pending')
    throw conflict('A pending order is approved or archived before it gets another status')
  if (to === status) {
    if (!message) throw conflict(`This order is ${status} already`)
    return { type: 'OrderMessageUpdated', data: { orderId, message } }
  }
  if (status === 'archived')
    throw conflict('An archived order is restored before its status changes')
  if (!orderStatuses[status].next.includes(to))
    throw conflict(`An order that is ${status} cannot become ${to}`)
  if (to === 'archived') return { type: 'OrderArchived', data: { orderId, from: status, message } }
  return { type: 'OrderStatusChanged', data: { orderId, from: status, to, message } }
}

const undo = (order: Order, position: string): OrderEvent => {
  const { orderId, status, lastChange } = order
  if (lastChange.position !== position)
    throw conflict('Something happened to this order since, so this can no longer be undone')
  if (!lastChange.before)
    throw conflict('Only an approval, an archiving, a restore or a new status can be undone')
  return {
    type: 'OrderChangeUndone',
    data: {
      orderId,
      undone: { position, type: lastChange.type },
      from: status,
      to: lastChange.before.status,
      archivedFrom: lastChange.before.archivedFrom,
      message: lastChange.before.message,
    },
  }
}
