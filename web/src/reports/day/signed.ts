import { formatNumber } from '../../shared/format/money.tsx'

/** Below 0 is what was taken back, and a period in which more was undone than done. */
export const signed = (value: number, format = formatNumber): string =>
  value < 0 ? `−${format(-value)}` : format(Math.abs(value))
