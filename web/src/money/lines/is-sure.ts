import type { BankLineRow } from '@strand/contracts/money/bank-line'

/** A code, a reference or two names say so, and nothing else fits either of the two. */
export const isSure = ({ best }: BankLineRow): boolean =>
  best?.only === true &&
  (['code', 'reference'].includes(best.rule) || (best.rule === 'names' && best.signals.names))
