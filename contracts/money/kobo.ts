import { withMinus } from '../minus.ts'

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })

/** Formats kobo: `₦85,500`, or `₦85,500.50` if it is not whole naira; a minus sign comes first. */
export const formatKobo = (kobo: number): string =>
  withMinus(kobo, (size) => `₦${(size % 100 === 0 ? whole : exact).format(size / 100)}`)

/**
 * The number of kobo by which a payment may fall short and still count as exact: the shop's
 * setting, but at most a tenth of the total, so that a few kobo never pay for an order.
 */
export const toleranceFor = (totalKobo: number, setKobo: number): number =>
  Math.min(setKobo, Math.floor(totalKobo / 10))
