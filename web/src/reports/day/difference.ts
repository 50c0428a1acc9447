import type { AccountDay } from '@strand/contracts/reports/overview'

/**
 * The closing balance, minus the sum of opening balance, credits and debits; null if a balance is
 * unknown.
 */
export const differenceOf = ({
  openingKobo,
  creditKobo,
  debitKobo,
  closingKobo,
}: AccountDay): number | null =>
  openingKobo === null || closingKobo === null
    ? null
    : closingKobo - openingKobo - creditKobo - debitKobo
