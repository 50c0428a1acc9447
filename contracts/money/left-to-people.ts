import { z } from 'zod'

/** Why an order is not approved automatically even though a transfer names it. */
export const LeftToPeople = z.enum([
  'amount',
  'several',
  'partly-paid',
  'reversed',
  'perhaps-reversed',
  'returned',
  'earlier',
  'same-name',
  'question',
  'proposal',
  'same-proof',
  'old-price',
  'undone',
  'four-eyes',
  'probably-same',
  'set-aside',
  'unfinished',
  'too-many',
  'not-money',
])
export type LeftToPeople = z.infer<typeof LeftToPeople>

/**
 * Why a person must check a pending order first, whatever money has arrived: it is neither approved
 * automatically nor ticked as a sure match. Null if there is no such reason.
 */
export const reasonToLook = (order: {
  isInsisted: boolean
  /** Whether a decision about it was undone, or it was archived and restored. */
  isUndone: boolean
  isProposed: boolean
  hasOpenQuestion: boolean
  hasSameProof: boolean
}): LeftToPeople | null => {
  if (order.isInsisted) return 'old-price'
  if (order.isUndone) return 'undone'
  if (order.isProposed) return 'proposal'
  if (order.hasOpenQuestion) return 'question'
  return order.hasSameProof ? 'same-proof' : null
}
