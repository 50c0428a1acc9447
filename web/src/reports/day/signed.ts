import { formatNumber } from '../../shared/format/money.tsx'

/** Reversals are below 0, and so is a period in which more was undone than done. */
export const signed = (value: number, format = formatNumber): string =>
  value < 0 ? `−${format(-value)}` : format(Math.abs(value))
