import { formatKobo } from '@strand/contracts/money/kobo'
import { z } from 'zod'

/** An amount of the bank, always with its kobo, so that amounts below each other line up. */
export const Kobo = ({ amount }: { amount: number }) => {
  const [whole, rest] = formatKobo(amount).split('.')
  return (
    <span className="amount">
      {whole}
      <span className={rest ? undefined : 'muted'}>.{rest ?? '00'}</span>
    </span>
  )
}

/** An amount as a field shows it: `85,500.50`. */
export const typedKobo = (kobo: number): string => formatKobo(kobo).replace('₦', '')

/** An amount in naira as a person types it, in kobo. */
export const TypedKobo = z
  .string()
  .transform((typed) => typed.replaceAll(/[,\s₦]/g, ''))
  .pipe(
    z
      .string()
      .min(1, 'Please enter an amount')
      .regex(/^\d{1,12}(\.\d{1,2})?$/, 'Please enter an amount such as 85,500 or 85,500.50')
      // Digits alone: a product of fractions may miss the kobo.
      .transform((digits) => {
        const [whole = '', rest = ''] = digits.split('.')
        return Number(whole + rest.padEnd(2, '0'))
      })
      .pipe(z.int().positive('The amount must be above 0')),
  )
