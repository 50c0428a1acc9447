import { z } from 'zod'
import { bulkIdsWith } from '../bulk.ts'
import { optionalText } from '../text.ts'

export const maxReasonLength = 500

const nothingToTell = 'Please give the reason for the customer'
const details = { reason: optionalText(maxReasonLength), tell: z.boolean().default(false) }
const isToldSomething = ({ reason, tell }: ArchiveReason) => !tell || reason !== ''

const ArchiveReason = z.object(details)
export type ArchiveReason = z.infer<typeof ArchiveReason>

/** `DELETE /api/admin/delete-order/{id}`; the body is optional. */
export const ArchiveOrder = ArchiveReason.refine(isToldSomething, {
  path: ['reason'],
  error: nothingToTell,
})
  .nullish()
  .transform((body) => body ?? { reason: '', tell: false })

/** `DELETE /api/admin/delete-order`: one reason for all orders. */
export const ArchiveOrders = bulkIdsWith<ArchiveReason>(details, {
  holds: isToldSomething,
  path: ['reason'],
  error: nothingToTell,
})
