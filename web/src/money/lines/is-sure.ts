import type { BankLineRow } from '@strand/contracts/money/bank-line'

/**
 * Whether the match is certain: the line has the order's code or reference, or two of its names; no
 * other line or order competes; and nothing about the order requires a person to look at it.
 */
export const isSure = ({ best }: BankLineRow): boolean =>
  best?.only === true &&
  best.leftToPeople === null &&
  (['code', 'reference'].includes(best.rule) || (best.rule === 'names' && best.signals.names))
