const oneDay = 86_400_000

/** The day so many days later; earlier, below 0. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * oneDay).toISOString().slice(0, 10)

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

/** Whether it is a day of the calendar, as `2026-02-28`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  dayAfter(text, 0) === text
