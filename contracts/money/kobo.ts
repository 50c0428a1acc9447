import { withMinus } from '../minus.ts'

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })

/** Formats kobo as `₦85,500`, or as `₦85,500.50` if not whole naira; a minus sign comes first. */
export const formatKobo = (kobo: number): string =>
  withMinus(kobo, (size) => `₦${(size % 100 === 0 ? whole : exact).format(size / 100)}`)

/**
 * How far short of a total money can be and still count as exact: the shop's setting, but at most a
 * tenth of the total, so that a few kobo never pay for a whole order.
 */
export const toleranceFor = (totalKobo: number, setKobo: number): number =>
  Math.min(setKobo, Math.floor(totalKobo / 10))
