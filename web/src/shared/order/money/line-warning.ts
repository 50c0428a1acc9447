import type { BankLine } from '@strand/contracts/money/bank-line'

/** Why the money of a line may not be there; empty where nothing speaks against it. */
export const lineWarning = ({
  reversedBy,
  perhapsReversedBy,
}: Pick<BankLine, 'reversedBy' | 'perhapsReversedBy'>): string => {
  if (reversedBy !== null) return 'The bank took this money back'
  return perhapsReversedBy === null ? '' : 'A debit may have taken this money back'
}
