import type { OrderEvent } from '@strand/contracts/order/events'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Order } from '../state.ts'
import type { TakenBackLine } from './approval-state.ts'
import { conflict, type OrderCommand, personalDataErased } from './command.ts'

/**
 * A pending order has no approval that money could be missing from: what the bank took back is then
 * just not there. It is noted when somebody approves the order on it after all.
 */
const isApproved = ({ status, archivedFrom }: Order): boolean =>
  status !== 'pending' && !(status === 'archived' && archivedFrom === 'pending')

/** What is certain now is news where it was in doubt, unless somebody has dealt with it as if it were. */
const isNews = (known: TakenBackLine | undefined, isCertain: boolean): boolean =>
  known === undefined ||
  (isCertain && !known.isCertain && (known.outcome === null || known.outcome === 'mistaken'))

/** Once for each line of an approval, and once more where a doubt became certain. */
export const noteTakenBack = (
  order: Order,
  command: Extract<OrderCommand, { type: 'NoteTakenBack' }>,
): OrderEvent[] => {
  const { orderId, takenBack } = order
  const { lineId, debitLineId, amountKobo, takenBackOn, isCertain } = command
  const known = takenBack.find((one) => one.lineId === lineId)
  if (!isApproved(order) || !isNews(known, isCertain)) return []
  const data = { orderId, lineId, debitLineId, amountKobo, takenBackOn, isCertain }
  return [{ type: 'OrderMoneyTakenBack', data }]
}

export const seeToTakenBack = (
  { orderId, takenBack, erased }: Order,
  { lineId, outcome, note }: Extract<OrderCommand, { type: 'SeeToTakenBack' }>,
): OrderEvent => {
  const known = takenBack.find((one) => one.lineId === lineId)
  if (!known)
    throw new Rejected('not-found', 'The bank took back no money of this line from this order')
  if (known.outcome !== null) throw conflict('Somebody has seen to this already')
  if (note && erased) throw personalDataErased()
  return { type: 'OrderMoneyTakenBackSeenTo', data: { orderId, lineId, outcome, note } }
}
