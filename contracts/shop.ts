import { z } from 'zod'
import { givenText } from './text.ts'

/** `GET /api/shop`: what the shop is called, where customers pay and whom they ask. */
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
