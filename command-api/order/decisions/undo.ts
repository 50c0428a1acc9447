import type { OrderEvent, OrderStreamEvent } from '@strand/contracts/order/events'
import type { Order } from '../state.ts'
import { conflict, type OrderCommand } from './command.ts'

export const undo = (
  order: Order,
  { position, at }: Extract<OrderCommand, { type: 'UndoChange' }>,
): OrderEvent => {
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
      ...(lastChange.before.shipment && { shipment: lastChange.before.shipment }),
      forCustomer: customerHad(lastChange, at),
    },
  }
}

/** What the customer had of a change that is undone at a time. Decision 182. */
const customerHad = ({ mail, undoUntil }: Order['lastChange'], at: string) => {
  if (mail === 'released') return 'mailed'
  if (mail === 'waiting') return 'unseen'
  return undoUntil !== undefined && Date.parse(at) <= Date.parse(undoUntil) ? 'unseen' : 'seen'
}

/** Only the last change can be undone: no other mail has to be put out of an undo's reach. */
export const releaseMail = (
  { orderId, lastChange }: Order,
  position: string,
): OrderStreamEvent[] =>
  lastChange.position === position && lastChange.mail === 'waiting'
    ? [{ type: 'OrderMailReleased', data: { orderId, position } }]
    : []
