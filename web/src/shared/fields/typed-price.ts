import { readAmount } from '@strand/contracts/amount'
import { enterPriceText, Naira } from '@strand/contracts/naira'
import { z } from 'zod'

/** Parses a price in whole naira, as users type it: `85,000`. */
export const TypedPrice = z
  .string()
  .trim()
  .min(1, enterPriceText)
  .transform((typed) => (readAmount(typed) ?? Number.NaN) / 100)
  .pipe(Naira)

/** Adds thousands separators to a typed number. Other text is not changed. */
export const withThousands = (typed: string): string => {
  const digits = typed.replaceAll(',', '').trim()
  return /^\d{1,15}$/.test(digits) ? digits.replace(/\B(?=(\d{3})+$)/g, ',') : typed
}
