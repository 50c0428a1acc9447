const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** `October 2026` for `2026-10`. */
export const formatMonth = (month: string): string =>
  format.format(new Date(`${month}-01T00:00:00Z`))

/** The month that is `months` later than the given one. A negative number counts back. */
export const monthAfter = (month: string, months: number): string => {
  const [year = 0, nth = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, nth - 1 + months, 1)).toISOString().slice(0, 7)
}
