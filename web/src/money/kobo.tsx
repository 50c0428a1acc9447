import { readAmount } from '@strand/contracts/amount'
import { formatKobo } from '@strand/contracts/money/kobo'
import { amountTooLarge, maxNaira } from '@strand/contracts/naira'
import { z } from 'zod'

/** An amount that always shows its kobo, even `.00`, so that the amounts in a column line up. */
export const Kobo = ({ amount }: { amount: number }) => {
  const [whole, rest] = formatKobo(amount).split('.')
  return (
    <span className="amount">
      {whole}
      <span className={rest ? undefined : 'muted'}>.{rest ?? '00'}</span>
    </span>
  )
}

/** An amount as the text of a field: `85,500.50`. */
export const typedKobo = (kobo: number): string => formatKobo(kobo).replace('₦', '')

/** Parses an amount that was typed in naira, and returns it in kobo. */
export const TypedKobo = z
  .string()
  .trim()
  .min(1, 'Please enter an amount')
  .transform((typed) => readAmount(typed) ?? Number.NaN)
  .pipe(
    z
      .number('Please enter an amount such as 85,500 or 85,500.50')
      .positive('The amount must be above 0')
      .max(maxNaira * 100, amountTooLarge),
  )
