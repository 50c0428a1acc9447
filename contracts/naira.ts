import { z } from 'zod'
import { withMinus } from './minus.ts'

export const maxNaira = 999_999_999_999

export const amountTooLarge = 'The amount is too large'
export const enterPriceText = 'Please enter price!'

const naira = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'NGN',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
})

/** Formats whole naira as the specification does: `₦85,000`. */
export const formatNaira = (amount: number): string =>
  withMinus(amount, (size) => naira.format(size))

/** A delivery without a price, such as a pick-up, is `Free`. */
export const formatDeliveryPrice = (amount: number): string =>
  amount === 0 ? 'Free' : formatNaira(amount)

const isMissing = (input: unknown) => input === undefined || input === null || input === ''

/** A price in whole naira. Only the bank's money is in kobo (`money/kobo.ts`). */
export const Naira = z
  .int({
    error: ({ input }) =>
      isMissing(input) ? enterPriceText : 'Please enter a whole amount in naira',
  })
  .min(0, 'The amount cannot be below zero')
  .max(maxNaira, amountTooLarge)
