import { z } from 'zod'
import { identifier, optionalText, requiredText } from '../text.ts'
import { SetAsideKind } from './set-aside.ts'

/** As many orders can one line pay in one command. */
export const maximumAllocations = 20
/** Characters of a reason or a note. */
export const maximumLineNote = 500

/** Above every amount that a bank has, and far below what a number holds exactly. */
const maximumKobo = 10_000_000_000_000
export const Kobo = z
  .int('Please enter an amount in whole kobo')
  .positive('The amount must be above 0')
  .max(maximumKobo, 'The amount is too large')

/** `POST /api/admin/bank-lines/{lineId}/match`: each order once. */
export const MatchBankLine = z.object({
  allocations: z
    .array(z.object({ orderId: identifier(64), amountKobo: Kobo }))
    .min(1, 'Please choose an order')
    .max(maximumAllocations, `At most ${maximumAllocations} orders, please`),
})

/** `POST /api/admin/bank-lines/{lineId}/unmatch`: from all of its orders. */
export const UnmatchBankLine = z.object({
  reason: requiredText('Please give the reason', maximumLineNote),
})

/** `POST /api/admin/bank-lines/{lineId}/set-aside`. */
export const SetAsideBankLine = z.object({
  kind: SetAsideKind,
  note: optionalText(maximumLineNote),
})

/** `POST /api/admin/bank-lines/{lineId}/merge`: into the line that it is probably the same as. */
export const MergeBankLine = z.object({ into: identifier(64) })
