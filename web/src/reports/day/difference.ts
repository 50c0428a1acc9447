import type { AccountDay } from '@strand/contracts/reports/overview'

/** How much the closing balance exceeds opening, credits and debits; null if unknown. */
export const differenceOf = ({
  openingKobo,
  creditKobo,
  debitKobo,
  closingKobo,
}: AccountDay): number | null =>
  openingKobo === null || closingKobo === null
    ? null
    : closingKobo - openingKobo - creditKobo - debitKobo
