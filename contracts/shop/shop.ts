import { z } from 'zod'
import { givenText } from '../text.ts'

/** `GET /api/shop`: the shop's name, where customers pay and whom they can ask. */
export const Shop = z.object({
  name: givenText,
  bankName: givenText,
  bankAccountName: givenText,
  bankAccountNumber: givenText,
  supportEmail: givenText,
  /** Without the `@`. */
  instagram: givenText,
})
export type Shop = z.infer<typeof Shop>
