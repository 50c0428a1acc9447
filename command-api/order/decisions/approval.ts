import type { RecordedEvidence } from '@strand/contracts/money/evidence'
import { toleranceFor } from '@strand/contracts/money/kobo'
import type { OrderEvent } from '@strand/contracts/order/events'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Order } from '../state.ts'
import { linesOf } from './approval-state.ts'
import { conflict, type OrderCommand } from './command.ts'

type ApproveOrder = Extract<OrderCommand, { type: 'ApproveOrder' }>

/** Above the limit, the first approval is a proposal; the second may leave its evidence to it. */
export const approve = (order: Order, command: ApproveOrder): OrderEvent => {
  const { orderId, status, total, proposedBy, proposedEvidence } = order
  if (status !== 'pending')
    throw conflict(`Only pending orders can be approved; this one is ${status}`)
  const { fourEyes, evidence: sent = null } = command
  const isAlone = !fourEyes || total <= fourEyes.above
  const isFirst = !isAlone && proposedBy === null
  const evidence = isAlone || isFirst ? sent : (sent ?? proposedEvidence)
  assertEvidence(order, evidence, command)
  if (isFirst) return { type: 'OrderApprovalProposed', data: { orderId, evidence } }
  if (!isAlone && proposedBy === fourEyes.by)
    throw conflict('You have approved this order: a second person has to approve it too')
  if (!isAlone && fourEyes.isSameHand)
    throw conflict(
      'One of you created the account of the other in the last 30 days: somebody else has to approve it too',
    )
  return { type: 'OrderApproved', data: { orderId, evidence } }
}

/** Throws 409 for money below the total, and for too little by the shop's `PAYMENT_EVIDENCE`. */
const assertEvidence = (
  { total }: Order,
  evidence: RecordedEvidence,
  { demand = { evidence: 'optional', mayWaive: true }, toleranceKobo = 0 }: ApproveOrder,
): void => {
  const lines = linesOf(evidence)
  if (lines.length > 0) {
    const kobo = lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
    if (kobo < total * 100 - toleranceFor(total * 100, toleranceKobo))
      throw conflict('The chosen money is less than the total of the order: nothing is approved')
    return
  }
  if (demand.evidence === 'optional') return
  if (demand.evidence === 'required' && !demand.mayWaive)
    throw conflict('This shop approves an order only with money that its bank has: choose the line')
  if (evidence !== null) return
  const message =
    'This shop approves an order without money of its bank only for a reason: choose the line, or give the reason'
  if (demand.evidence === 'required') throw conflict(message)
  throw new Rejected('invalid', message, { details: [{ path: 'evidence', message }] })
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
