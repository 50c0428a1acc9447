import { z } from 'zod'
import { givenText } from '../text.ts'

/** `GET /api/shop`: the shop's name, the account for payments, and the shop's contacts. */
export const Shop = z.object({
  name: givenText,
  bankName: givenText,
  /** The account's name, which is also the shop's legal name. */
  bankAccountName: givenText,
  bankAccountNumber: givenText,
  supportEmail: givenText,
  /** Without the `@`. */
  instagram: givenText,
  /** The WhatsApp number: digits, beginning with the country code. */
  whatsapp: givenText,
  /**
   * The registration number that customers can look up, such as `RC 1234567`; empty if the shop has
   * none.
   */
  registration: givenText,
  /** Where the shop is; may be empty. */
  address: givenText,
  hours: givenText,
})
export type Shop = z.infer<typeof Shop>
