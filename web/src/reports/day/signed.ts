import { formatNumber } from '../../shared/format/money.tsx'

/** Formats a number with its sign: reversals are negative, and so is a period with more undone than done. */
export const signed = (value: number, format = formatNumber): string =>
  value < 0 ? `−${format(-value)}` : format(Math.abs(value))
