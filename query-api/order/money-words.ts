import { formatKobo } from '@strand/contracts/money/kobo'

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** `12 Nov`. */
export const formatDay = (day: string): string => dayFormat.format(new Date(day))

/** `₦85,500 of 12 Nov`; only the amount if the line, and so its day, is unknown. */
export const moneyOf = (kobo: number, day: string | undefined): string =>
  formatKobo(kobo) + (day ? ` of ${formatDay(day)}` : '')
