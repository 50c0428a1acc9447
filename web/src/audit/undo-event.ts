import { CommandAnswer } from '@strand/contracts/answer'
import { call } from '../shared/api/client.ts'

/** Undoes the latest change of an order, as a new event. Nobody gets a mail about it. */
export const undoEvent = (orderId: string, position: string) =>
  call(CommandAnswer, 'POST', `/admin/orders/${encodeURIComponent(orderId)}/undo`, { position })
