import { z } from 'zod'
import { givenText } from '../text.ts'

/**
 * A product in `GET /api/products`, as the order form offers it. The picture's id and the group can
 * be empty.
 */
export const ProductChoice = z.object({
  productid: z.uuid(),
  productname: givenText,
  price: z.int(),
  picture: givenText.default(''),
  group: givenText.default(''),
})
export type ProductChoice = z.infer<typeof ProductChoice>
