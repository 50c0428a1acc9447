import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { givenText, identifier, optionalLine } from '../text.ts'

/** Hours for which a price that a customer saw holds. */
export const promiseHours = 24

/** The longest promise: of a hundred products and a location. */
export const maximumPromise = 12_000

/** A promise as a client sends it back. Whatever the shop did not sign is ignored. */
export const givenPromise = optionalLine(maximumPromise).catch('')

const maximumProducts = 100

/** `POST /api/price-promises`: what is chosen, and the promise that the customer has already. */
export const PromisePrices = z.object({
  products: z.array(z.uuid()).max(maximumProducts, `At most ${maximumProducts} products, please`),
  /** A `locationid`, or empty. */
  location: identifier().default(''),
  /**
   * Of what is in it, the prices that still hold stay promised for as long as they were. Without it
   * all prices are today's.
   */
  promise: givenPromise,
})
export type PromisePrices = z.infer<typeof PromisePrices>

const promised = { price: z.int(), until: z.iso.datetime() }

/** `promise` goes into the order. What the shop does not offer is left out. */
export const PricePromise = z.object({
  promise: givenText,
  products: z.array(z.object({ productid: z.uuid(), ...promised })),
  location: z.object({ locationid: z.uuid(), ...promised }).nullable(),
})
export type PricePromise = z.infer<typeof PricePromise>

export const PricePromiseAnswer = CommandAnswer.extend({ result: PricePromise })

/** Of an order whose amount is not the shop's at the moment it was sent. */
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
