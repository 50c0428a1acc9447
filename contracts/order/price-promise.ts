import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { givenText, identifier } from '../text.ts'
import { givenPromise, maxLines, tooManyLines } from './order-form.ts'

/** `POST /api/price-promises`: the chosen items, and the promise that the customer already has. */
export const PromisePrices = z.object({
  products: z.array(z.uuid()).max(maxLines, tooManyLines),
  /** A location's id, or empty. */
  location: identifier().default(''),
  /**
   * While this promise is valid, a price in it that differs from today's keeps its amount and its
   * expiry time. All other prices are today's.
   */
  promise: givenPromise,
})
export type PromisePrices = z.infer<typeof PromisePrices>

const promised = { price: z.int(), until: z.iso.datetime() }

/**
 * The promise, which the form puts into the order. It leaves out items that the shop does not
 * offer.
 */
export const PricePromise = z.object({
  promise: givenText,
  products: z.array(z.object({ productid: z.uuid(), ...promised })),
  location: z.object({ locationid: z.uuid(), ...promised }).nullable(),
})
export type PricePromise = z.infer<typeof PricePromise>

export const PricePromiseAnswer = CommandAnswer.extend({ result: PricePromise })

/**
 * This endpoint is in a file of its own, because the form makes the call only after it shows a
 * total.
 */
export const pricePromiseEndpoints = endpoints('Orders', {
  promisePrices: {
    method: 'POST',
    path: '/api/price-promises',
    access: 'public',
    summary: 'Get a promise of the prices that a customer sees',
    body: PromisePrices,
    response: { 201: PricePromiseAnswer },
  },
})
