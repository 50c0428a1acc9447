import { Rejected } from '@strand/event-sourcing/errors'
import type { Order } from '../state.ts'
import { conflict, type OrderCommand, personalDataErased } from './command.ts'
import { type OwedEvent, type OwedMoney, restOf } from './owed-state.ts'

/** Each stays in the log for ever. */
const mostOwed = 50

type Command<Type> = Extract<OrderCommand, { type: Type }>
export const unknownOwed = () => new Rejected('not-found', 'No money is owed back under this id')

/** The debt with this id on the order; throws `not-found` if there is none. */
export const owedOf = ({ owed }: Pick<Order, 'owed'>, owedId: string): OwedMoney => {
  const found = owed.find((one) => one.owedId === owedId)
  if (found) return found
  throw unknownOwed()
}

export const oweMoney = (
  { orderId, owed, erased }: Order,
  { owedId, lineId, amountKobo, reason }: Command<'OweMoney'>,
): OwedEvent => {
  if (erased) throw personalDataErased()
  if (owed.length >= mostOwed)
    throw conflict(`This order is owed ${mostOwed} amounts already: settle some of them first`)
  return { type: 'OrderMoneyOwed', data: { orderId, owedId, lineId, amountKobo, reason } }
}

export const unoweMoney = (order: Order, { owedId, reason }: Command<'UnoweMoney'>): OwedEvent => {
  if (owedOf(order, owedId).paidBack.length > 0)
    throw conflict('A part of it was paid back: undo that first')
  return { type: 'OrderMoneyNotOwed', data: { orderId: order.orderId, owedId, reason } }
}

export const payBackMoney = (
  order: Order,
  { owedId, debitLineId, amountKobo }: Command<'PayBackMoney'>,
): OwedEvent => {
  const owed = owedOf(order, owedId)
  const rest = restOf(owed)
  if (rest === 0) throw conflict('All of it has been paid back already')
  if (owed.paidBack.some((part) => part.debitLineId === debitLineId))
    throw conflict('This debit already pays back a part of it')
  if (amountKobo > rest) throw conflict('Less than that is still owed')
  const { orderId } = order
  const restKobo = rest - amountKobo
  return {
    type: 'OrderMoneyPaidBack',
    data: { orderId, owedId, debitLineId, amountKobo, restKobo },
  }
}

export const undoPayBack = (
  order: Order,
  { owedId, debitLineId }: Command<'UndoPayBackMoney'>,
): OwedEvent => {
  const { paidBack } = owedOf(order, owedId)
  if (!paidBack.some((part) => part.debitLineId === debitLineId))
    throw conflict('This debit does not pay any of it back')
  return { type: 'OrderMoneyNotPaidBack', data: { orderId: order.orderId, owedId, debitLineId } }
}
