import { z } from 'zod'
import { givenText } from '../text.ts'

/** What was done with an order last, for staff: when, by whom, why, and whether it took something back. */
export const LastChange = z.object({
  at: z.iso.datetime(),
  /** The full name of a member of staff; empty if it was nobody. */
  by: givenText,
  /** Why it was archived, as staff said. */
  reason: givenText,
  /** An undo or a restore: the order is back at its status. */
  isBack: z.boolean(),
})
