import type { AccountDay } from '@strand/contracts/reports/overview'

/** What the closing balance has more than opening, credits and debits; null where it is not known. */
export const differenceOf = ({
  openingKobo,
  creditKobo,
  debitKobo,
  closingKobo,
}: AccountDay): number | null =>
  openingKobo === null || closingKobo === null
    ? null
    : closingKobo - openingKobo - creditKobo - debitKobo
