import type { BankLineRow } from '@strand/contracts/money/bank-line'

/**
 * A code, a reference or two names say so, nothing else fits either of the two, and nothing about the
 * order asks a person to look at it first.
 */
export const isSure = ({ best }: BankLineRow): boolean =>
  best?.only === true &&
  best.leftToPeople === null &&
  (['code', 'reference'].includes(best.rule) || (best.rule === 'names' && best.signals.names))
