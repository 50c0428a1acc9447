import { z } from 'zod'

export const maximumNaira = 999_999_999_999

const isMissing = (input: unknown) => input === undefined || input === null || input === ''

/** A price in whole naira; there are no kobo anywhere in the product. */
export const Naira = z
  .int({
    error: ({ input }) =>
      isMissing(input) ? 'Please enter price!' : 'Please enter a whole amount in naira',
  })
  .min(0, 'The amount cannot be below zero')
  .max(maximumNaira, 'The amount is too large')
