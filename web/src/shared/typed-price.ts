import { enterPrice, Naira } from '@strand/contracts/money'
import { z } from 'zod'

/** A price as one types it: `85,000`. The commas are taken out; it must be there. */
export const TypedPrice = z
  .string()
  .transform((typed) => typed.replaceAll(',', '').trim())
  .pipe(
    z
      .string()
      .min(1, enterPrice)
      .transform((digits) => Number(digits))
      .pipe(Naira),
  )

/** What is typed with its thousands separated, as far as it is a number. */
export const withThousands = (typed: string): string => {
  const digits = typed.replaceAll(',', '').trim()
  return /^\d{1,15}$/.test(digits) ? digits.replace(/\B(?=(\d{3})+$)/g, ',') : typed
}
