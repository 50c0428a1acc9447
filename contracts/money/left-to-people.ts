import { z } from 'zod'

/** Why the shop does not approve an order automatically, although a transfer names the order. */
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
 * Why a person must look at a pending order even if its money has arrived: the shop neither
 * approves it automatically nor ticks it as a sure match. Null if there is no reason.
 */
export const reasonToLook = (order: {
  isInsisted: boolean
  /** Whether a decision about the order was undone, or the order was archived and restored. */
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
