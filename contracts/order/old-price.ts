import { z } from 'zod'

/** Why an order's amount differs from the shop's prices at the time of the order. */
export const OldPrice = z.object({
  kind: z
    .enum(['promised', 'insisted'])
    .describe(
      '`promised`: the shop had promised these prices, and the promise was still valid. `insisted`: the promise had expired, but the customer had sent the money and confirmed anyway.',
    ),
  seenAt: z.iso.datetime().describe('When the shop showed the oldest of these prices.'),
  today: z
    .int()
    .nullable()
    .describe(
      'Whole naira: the total at the shop’s prices when the order was sent; null if something in the order was no longer on offer.',
    ),
})
export type OldPrice = z.infer<typeof OldPrice>
