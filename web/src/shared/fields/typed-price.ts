import { enterPriceText, Naira } from '@strand/contracts/naira'
import { z } from 'zod'

/** A price as the user types it: `85,000`. Commas are removed; a price is required. */
export const TypedPrice = z
  .string()
  .transform((typed) => typed.replaceAll(',', '').trim())
  .pipe(
    z
      .string()
      .min(1, enterPriceText)
      .transform((digits) => Number(digits))
      .pipe(Naira),
  )

/** Adds thousands separators to the typed text, provided it is a number. */
export const withThousands = (typed: string): string => {
  const digits = typed.replaceAll(',', '').trim()
  return /^\d{1,15}$/.test(digits) ? digits.replace(/\B(?=(\d{3})+$)/g, ',') : typed
}
