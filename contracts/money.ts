import { z } from 'zod'

export const maximumNaira = 999_999_999_999

export const amountTooLarge = 'The amount is too large'
export const enterPriceText = 'Please enter price!'

const isMissing = (input: unknown) => input === undefined || input === null || input === ''

/** A price in whole naira; there are no kobo anywhere in the product. */
export const Naira = z
  .int({
    error: ({ input }) =>
      isMissing(input) ? enterPriceText : 'Please enter a whole amount in naira',
  })
  .min(0, 'The amount cannot be below zero')
  .max(maximumNaira, amountTooLarge)
