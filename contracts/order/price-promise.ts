import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { givenText, identifier } from '../text.ts'
import { givenPromise, maxLines, tooManyLines } from './order.ts'

/** `POST /api/price-promises`: what is chosen, and the promise that the customer has already. */
export const PromisePrices = z.object({
  products: z.array(z.uuid()).max(maxLines, tooManyLines),
  /** A `locationid`, or empty. */
  location: identifier().default(''),
  /**
   * Its prices that still hold stay promised until their old time. Without it, all prices are
   * today's.
   */
  promise: givenPromise,
})
export type PromisePrices = z.infer<typeof PromisePrices>

const promised = { price: z.int(), until: z.iso.datetime() }

/** `promise` goes into the order. Things that the shop does not offer are left out. */
export const PricePromise = z.object({
  promise: givenText,
  products: z.array(z.object({ productid: z.uuid(), ...promised })),
  location: z.object({ locationid: z.uuid(), ...promised }).nullable(),
})
export type PricePromise = z.infer<typeof PricePromise>

export const PricePromiseAnswer = CommandAnswer.extend({ result: PricePromise })

/** Separate from the calls that the form always makes: it is called once a total is shown. */
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
