import { CommandAnswer } from '@strand/contracts/answer'
import { call } from '../shared/api.ts'

/** Takes the latest change of an order back, as a new event. Nobody is mailed about it. */
export const undoEvent = (orderId: string, position: string) =>
  call(CommandAnswer, 'POST', `/admin/orders/${encodeURIComponent(orderId)}/undo`, { position })
