import { z } from 'zod'
import { Sealed } from '../envelope.ts'
import { identifier, requiredText } from '../text.ts'
import { Kobo, maxAllocations } from './bank-line-commands.ts'

/** The maximum length of the reason for an approval without money. */
export const maxEvidenceReason = 500

/**
 * The evidence that staff give for a payment: parts of bank lines, or a reason to approve without
 * money.
 */
export const Evidence = z.union([
  z.object({
    lines: z
      .array(z.object({ lineId: identifier(64), amountKobo: Kobo }))
      .min(1, 'Please choose a bank transaction')
      .max(maxAllocations, `At most ${maxAllocations} lines, please`),
  }),
  z.object({ without: requiredText('Please give the reason', maxEvidenceReason) }),
])
export type Evidence = z.infer<typeof Evidence>

/** `PUT /api/admin/approve-order/{orderId}`; the body may be empty. */
export const ApproveOrder = z
  .object({ evidence: Evidence.nullable().default(null) })
  .nullish()
  .transform((body) => body ?? { evidence: null })

/** The evidence in an event; the reason is sealed under the order’s key. */
export const RecordedEvidence = z
  .union([
    z.object({
      lines: z.array(z.object({ lineId: z.uuid(), amountKobo: z.int().positive() })),
    }),
    z.object({ without: Sealed }),
  ])
  .nullable()
  .describe(
    'The evidence that the money has arrived: parts of bank lines, or the sealed reason for approving without money. Null if none was given.',
  )
export type RecordedEvidence = z.infer<typeof RecordedEvidence>

/** The bank lines in the evidence; empty if the evidence is a reason or null. */
export const evidenceLines = (evidence: RecordedEvidence) =>
  evidence !== null && 'lines' in evidence ? evidence.lines : []

export const PaymentEvidence = z.enum(['optional', 'reason', 'required'])
export type PaymentEvidence = z.infer<typeof PaymentEvidence>
