const long = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** `Monday 23 November 2026`. */
export const formatLongDay = (day: string): string => long.format(new Date(`${day}T00:00:00Z`))

const short = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })

/** `23 Nov`. */
export const formatShortDay = (day: string): string => short.format(new Date(`${day}T00:00:00Z`))
