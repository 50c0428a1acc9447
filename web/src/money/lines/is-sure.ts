import type { BankLineRow } from '@strand/contracts/money/bank-line'

/** A code, a reference or all names say so, and nothing else fits either of the two. */
export const isSure = ({ best }: BankLineRow): boolean =>
  best?.only === true && ['code', 'reference', 'names'].includes(best.rule)
