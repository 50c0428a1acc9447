import type { BankLineRow } from '@strand/contracts/money/bank-line'

/**
 * A code, a reference or two names match, nothing else fits the line or the order, and nothing about the order
 * requires a person to look first.
 */
export const isSure = ({ best }: BankLineRow): boolean =>
  best?.only === true &&
  best.leftToPeople === null &&
  (['code', 'reference'].includes(best.rule) || (best.rule === 'names' && best.signals.names))
