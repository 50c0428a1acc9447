import type { BankLine } from '@strand/contracts/money/bank-line'

/** Why a line's money may be gone; empty if nothing suggests that. */
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
