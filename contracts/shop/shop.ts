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
  /** The number for WhatsApp: digits, beginning with the country's code. */
  whatsapp: givenText,
  /** When somebody answers. */
  hours: givenText,
})
export type Shop = z.infer<typeof Shop>
