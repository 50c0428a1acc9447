import type { OrderEvent } from '@strand/contracts/order/events'
import type { Order } from '../state.ts'
import { conflict, type FourEyes } from './command.ts'

export const approve = (
  { orderId, status, total, proposedBy }: Order,
  fourEyes: FourEyes | undefined,
): OrderEvent => {
  if (status !== 'pending')
    throw conflict(`Only a pending order can be approved, and this one is ${status}`)
  if (!fourEyes || total <= fourEyes.above)
    return { type: 'OrderApproved', data: { orderId, evidence: null } }
  if (proposedBy === null)
    return { type: 'OrderApprovalProposed', data: { orderId, evidence: null } }
  if (proposedBy === fourEyes.by)
    throw conflict('You have approved this order: now a second person has to approve it too')
  return { type: 'OrderApproved', data: { orderId, evidence: null } }
}

export const withdrawApproval = (
  { orderId, status, proposedBy }: Order,
  by: string,
): OrderEvent => {
  if (status !== 'pending' || proposedBy === null)
    throw conflict('This order is not waiting for a second approval')
  if (proposedBy !== by)
    throw conflict('Only the person who approved this order first can withdraw the approval')
  return { type: 'OrderApprovalWithdrawn', data: { orderId } }
}
