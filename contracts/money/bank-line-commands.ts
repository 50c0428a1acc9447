import { z } from 'zod'
import { identifier, optionalText, requiredText } from '../text.ts'
import { SetAsideKind } from './set-aside.ts'

/** The maximum number of orders that one command can divide a line among. */
export const maxAllocations = 20
export const maxLineNote = 500

/** More than any bank amount, and far below the largest exact integer. */
const maxKobo = 10_000_000_000_000
export const Kobo = z
  .int('Please enter an amount in whole kobo')
  .positive('The amount must be above 0')
  .max(maxKobo, 'The amount is too large')

/** `POST /api/admin/bank-lines/{lineId}/match`. Each order may appear only once. */
export const MatchBankLine = z.object({
  allocations: z
    .array(z.object({ orderId: identifier(64), amountKobo: Kobo }))
    .min(1, 'Please choose an order')
    .max(maxAllocations, `At most ${maxAllocations} orders, please`),
})

/** `POST /api/admin/bank-lines/{lineId}/unmatch`: afterwards, the line pays for no order. */
export const UnmatchBankLine = z.object({
  reason: requiredText('Please give the reason', maxLineNote),
})

/** `POST /api/admin/bank-lines/{lineId}/set-aside`. */
export const SetAsideBankLine = z.object({
  kind: SetAsideKind,
  note: optionalText(maxLineNote),
})

/**
 * `POST /api/admin/bank-lines/{lineId}/merge`: merges the line into the line that it probably
 * repeats.
 */
export const MergeBankLine = z.object({ into: identifier(64) })

const maxApprovedLines = 200

/** `POST /api/admin/bank-lines/approve`: each line pays what its order still needs. */
export const ApproveBankLines = z.object({
  lines: z
    .array(z.object({ lineId: identifier(64), orderId: identifier(64) }))
    .min(1, 'Please select at least one')
    .max(maxApprovedLines, `At most ${maxApprovedLines} lines, please`)
    .refine(
      (lines) =>
        new Set(lines.map(({ lineId }) => lineId.toLowerCase())).size === lines.length &&
        new Set(lines.map(({ orderId }) => orderId)).size === lines.length,
      'Please name each line and each order only once',
    ),
})
