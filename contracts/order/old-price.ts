import { z } from 'zod'

/** For an order whose amount differs from the shop's prices when it was sent. */
export const OldPrice = z.object({
  kind: z
    .enum(['promised', 'insisted'])
    .describe(
      '`promised`: the shop had promised these prices, and the promise still held. `insisted`: it no longer held, and the customer, who had sent the money, confirmed anyway.',
    ),
  seenAt: z.iso.datetime().describe('When the shop showed the oldest of these prices.'),
  today: z
    .int()
    .nullable()
    .describe(
      'Whole naira: the total at the shop’s prices when the order was sent; null if some of it was no longer offered.',
    ),
})
export type OldPrice = z.infer<typeof OldPrice>
