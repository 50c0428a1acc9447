import { z } from 'zod'

/** `GET /api/shop`: what the shop is called, where customers pay and whom they ask. */
export const Shop = z.object({
  name: z.string(),
  bankName: z.string(),
  bankAccountName: z.string(),
  bankAccountNumber: z.string(),
  supportEmail: z.string(),
  /** Without the `@`. */
  instagram: z.string(),
})
export type Shop = z.infer<typeof Shop>
