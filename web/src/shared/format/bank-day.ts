import { serverNow } from '../api/server-time.ts'

const short = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })

/** `12 Nov` for a bank's day, `YYYY-MM-DD`; with the year unless it is the current one. */
export const formatBankDay = (day: string, now = new Date(serverNow())): string => {
  const year = day.slice(0, 4)
  const words = short.format(new Date(`${day}T00:00:00Z`))
  return year === String(now.getUTCFullYear()) ? words : `${words} ${year}`
}
