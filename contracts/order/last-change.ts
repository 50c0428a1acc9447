import { z } from 'zod'
import { givenText } from '../text.ts'

export const LastChange = z.object({
  at: z.iso.datetime(),
  /** The full name of a member of staff; empty for a customer or the shop itself. */
  by: givenText,
  /** Why staff archived the order, in their words. */
  reason: givenText,
  /** Whether this was an undo or a restore, after which the order has its earlier status. */
  isBack: z.boolean(),
})
