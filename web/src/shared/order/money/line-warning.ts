import type { BankLine } from '@strand/contracts/money/bank-line'

/**
 * A warning if a line's money is gone, may be gone, or is not a customer's payment. Otherwise
 * empty.
 */
export const lineWarning = ({
  amountKobo,
  kind,
  reversedBy,
  perhapsReversedBy,
}: Pick<BankLine, 'amountKobo' | 'kind' | 'reversedBy' | 'perhapsReversedBy'>): string => {
  if (reversedBy !== null) return 'The bank took this money back'
  if (kind === 'returned')
    return amountKobo > 0
      ? 'It returns money that was sent, so it isn’t a customer’s payment'
      : 'It takes money back'
  return perhapsReversedBy === null ? '' : 'A debit may have taken this money back'
}
