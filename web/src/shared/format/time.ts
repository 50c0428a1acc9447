import { dayInWords } from '@strand/contracts/day-words'
import { lagosDay, lagosZone } from '@strand/contracts/lagos-time'

const exact = new Intl.DateTimeFormat('en-GB', {
  timeZone: lagosZone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const minute = 60_000
const hour = 60 * minute
const oneDay = 24 * hour

/** `5 Mar 2026, 2:07 pm`, in the shop's time zone. */
export const formatTime = (iso: string): string => exact.format(new Date(iso))

/** `5 minutes ago`; after a week, the date. */
export const formatRelative = (iso: string, now: number): string => {
  const since = now - Date.parse(iso)
  if (since < minute) return 'just now'
  if (since < hour) return relative.format(-Math.floor(since / minute), 'minute')
  if (since < oneDay) return relative.format(-Math.floor(since / hour), 'hour')
  if (since < 7 * oneDay) return relative.format(-Math.floor(since / oneDay), 'day')
  return dayInWords(lagosDay(iso))
}
