import type { BankLineRow } from '@strand/contracts/money/bank-line'

/**
 * Whether the match is certain: a code, a reference or two names match, nothing competes, and
 * nothing about the order needs a person to look at it.
 */
export const isSure = ({ best }: BankLineRow): boolean =>
  best?.only === true &&
  best.leftToPeople === null &&
  (['code', 'reference'].includes(best.rule) || (best.rule === 'names' && best.signals.names))
