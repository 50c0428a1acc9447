import { z } from 'zod'

/** For an order whose amount differs from the shop's prices when it was sent. */
export const OldPrice = z.object({
  kind: z
    .enum(['promised', 'insisted'])
    .describe(
      '`promised`: the shop had promised these prices, and still held to them. `insisted`: it did not any more, and the customer, who had sent the money, confirmed all the same.',
    ),
  seenAt: z.iso.datetime().describe('When the shop showed the oldest of these prices.'),
  today: z
    .int()
    .nullable()
    .describe(
      'Whole naira: the total at the shop’s prices when the order was sent; null if it did not offer all of it any more.',
    ),
})
export type OldPrice = z.infer<typeof OldPrice>
