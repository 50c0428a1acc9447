import type { OrderEvent } from '@strand/contracts/order/events'
import { orderStatuses } from '@strand/contracts/order/status'
import type { Order } from '../state.ts'
import { conflict, type OrderCommand, personalDataErased } from './command.ts'

export const changeStatus = (
  order: Order,
  { to, message, shipment }: Extract<OrderCommand, { type: 'ChangeStatus' }>,
): OrderEvent => {
  const { orderId, status } = order
  if (to === 'pending') throw conflict('An order never goes back to pending')
  if (status === 'pending')
    throw conflict('A pending order is approved or archived before it gets another status')
  if (to === status) {
    if (!message || shipment) throw conflict(`This order is ${status} already`)
    return { type: 'OrderMessageUpdated', data: { orderId, message } }
  }
  if (status === 'archived')
    throw conflict('An archived order is restored before its status changes')
  if (!orderStatuses[status].next.includes(to))
    throw conflict(`An order that is ${status} cannot become ${to}`)
  if (to === 'archived') return { type: 'OrderArchived', data: { orderId, from: status, message } }
  return {
    type: 'OrderStatusChanged',
    data: { orderId, from: status, to, message, ...(shipment && { shipment }) },
  }
}

export const archive = (
  { orderId, status, erased }: Order,
  { message, reason }: Extract<OrderCommand, { type: 'ArchiveOrder' }>,
): OrderEvent => {
  if (erased && (message || reason)) throw personalDataErased()
  const data = { orderId, from: status, message: message ?? null, ...(reason && { reason }) }
  return { type: 'OrderArchived', data }
}

/**
 * Applies only to an order that was archived while pending, long enough ago; otherwise does
 * nothing.
 */
export const deleteProofs = (
  order: Order,
  { afterDays, archivedBefore }: Extract<OrderCommand, { type: 'DeleteProofs' }>,
): OrderEvent[] => {
  const { orderId, status, archivedFrom, archivedAt, files } = order
  const isKept = status !== 'archived' || archivedFrom !== 'pending' || !archivedAt
  if (isKept || Date.parse(archivedAt) > Date.parse(archivedBefore)) return []
  if (order.erased || files.length === 0) return []
  return [{ type: 'OrderProofsDeleted', data: { orderId, afterDays } }]
}
