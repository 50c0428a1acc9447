const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })

/** `₦85,500`, or `₦85,500.50` where the bank counts kobo; below zero, the sign comes first. */
export const formatKobo = (kobo: number): string => {
  const amount = Math.abs(kobo) / 100
  const digits = kobo % 100 === 0 ? whole.format(amount) : exact.format(amount)
  return `${kobo < 0 ? '−' : ''}₦${digits}`
}

/**
 * How far money may fall short of a total and still count as exact: the shop's setting, but never more than
 * a tenth of the total, since a few kobo pay no order.
 */
export const toleranceFor = (totalKobo: number, setKobo: number): number =>
  Math.min(setKobo, Math.floor(totalKobo / 10))
