import type { AccountDay } from '@strand/contracts/reports/overview'

/** Closing balance minus opening balance, credits and debits; null if unknown. */
export const differenceOf = ({
  openingKobo,
  creditKobo,
  debitKobo,
  closingKobo,
}: AccountDay): number | null =>
  openingKobo === null || closingKobo === null
    ? null
    : closingKobo - openingKobo - creditKobo - debitKobo
