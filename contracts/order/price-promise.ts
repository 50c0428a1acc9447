import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { givenText, identifier } from '../text.ts'
import { givenPromise, maximumLines, tooManyLines } from './order.ts'

/** Hours for which a price that a customer saw holds. */
export const promiseHours = 24

/** `POST /api/price-promises`: what is chosen, and the promise that the customer has already. */
export const PromisePrices = z.object({
  products: z.array(z.uuid()).max(maximumLines, tooManyLines),
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

/** Apart from what the form calls in any case: it is asked once a total is shown. */
export const pricePromiseEndpoints = endpoints('Orders', {
  promisePrices: {
    method: 'POST',
    path: '/api/price-promises',
    access: 'public',
    summary: 'Promise the prices that a customer sees',
    body: PromisePrices,
    response: { 201: PricePromiseAnswer },
  },
})
