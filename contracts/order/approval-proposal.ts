import { z } from 'zod'
import { RowCommandAnswer } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { defineEvent } from '../event-codec.ts'
import { RecordedEvidence } from '../money/evidence.ts'
import { givenText, pathIdentifier } from '../text.ts'

const orderId = givenText

/** The first approval of an order above `FOUR_EYES_ABOVE`, which a second person must confirm. */
export const approvalProposalEvents = [
  defineEvent(
    'OrderApprovalProposed',
    'The first of two people approved the payment. The order stays pending until the second person also approves it.',
    z.object({
      orderId,
      evidence: RecordedEvidence,
    }),
  ),
  defineEvent(
    'OrderApprovalWithdrawn',
    'The person who proposed the approval withdrew it.',
    z.object({ orderId }),
  ),
] as const

/**
 * The answer of `PUT /api/admin/approve-order/{id}` with status 202: a second person must approve
 * the order, too.
 */
export const ApprovalProposed = RowCommandAnswer.extend({ approval: z.literal('proposed') })

export const approvalProposalEndpoints = endpoints('Orders', {
  withdrawApproval: {
    method: 'DELETE',
    path: '/api/admin/orders/:orderId/proposed-approval',
    access: { permission: 'orders.manage' },
    summary: 'Withdraw your proposal to approve an order',
    params: z.object({ orderId: pathIdentifier }),
    response: { 200: RowCommandAnswer },
  },
})
