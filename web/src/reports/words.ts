import { counted } from '@strand/contracts/counted'
import { withMinus } from '@strand/contracts/minus'

const hour = 60
const oneDay = 24 * hour

/** Formats a bound of the histogram of minutes: `45 minutes`, `3 hours`, `1.5 hours`, `2 days`. */
export const formatMinutes = (minutes: number): string => {
  if (minutes < hour) return counted(minutes, 'minute')
  return minutes < oneDay ? counted(minutes / hour, 'hour') : counted(minutes / oneDay, 'day')
}

export const formatDays = (days: number): string =>
  days === 0 ? 'less than a day' : counted(days, 'day')

/** `45 min`, `1.5 h`, `2 days`, for narrow tables. */
export const formatShortMinutes = (minutes: number): string => {
  if (minutes < hour) return `${minutes} min`
  return minutes < oneDay ? `${minutes / hour} h` : counted(minutes / oneDay, 'day')
}

/** `< 1 day`, `2 days`. */
export const formatShortDays = (days: number): string =>
  days === 0 ? '< 1 day' : counted(days, 'day')

const percent = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** `2.5%`, from hundredths of a percent. */
export const formatBasisPoints = (points: number): string => `${percent.format(points / 100)}%`

const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'NGN',
  currencyDisplay: 'narrowSymbol',
  notation: 'compact',
  maximumFractionDigits: 1,
})

/** `₦2.5M`, for charts. */
export const formatShortNaira = (amount: number): string =>
  withMinus(amount, (size) => short.format(size))

/** Compares a number with the same number for the previous period, which is equally long. */
export const compareWords = (
  now: number,
  before: number,
  format: (value: number) => string,
): string => {
  if (now === before) return 'the same as before'
  if (before <= 0) return `${format(before)} before`
  const change = Math.round((Math.abs(now - before) / before) * 100)
  if (change === 0) return `about the same as before: ${format(before)}`
  return `${change}% ${now > before ? 'more' : 'less'} than before: ${format(before)}`
}
