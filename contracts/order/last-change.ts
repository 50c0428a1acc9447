import { z } from 'zod'
import { givenText } from '../text.ts'

/**
 * The last action on an order, for staff: when, by whom, why, and whether it reversed an earlier
 * one.
 */
export const LastChange = z.object({
  at: z.iso.datetime(),
  /** The full name of a member of staff; empty if it was a customer or the shop itself. */
  by: givenText,
  /** Why it was archived, in the words of staff. */
  reason: givenText,
  /** An undo or a restore: the order is back in its earlier status. */
  isBack: z.boolean(),
})
