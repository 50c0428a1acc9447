/** Makes a formatter for days such as `2026-03-05`. */
export const dayFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
  return (day: string): string => format.format(new Date(`${day}T00:00:00Z`))
}

/** Formats the day `2026-03-05` as `5 Mar 2026`. */
export const dayInWords = dayFormat({ day: 'numeric', month: 'short', year: 'numeric' })

/** `from 5 Mar 2026 to 9 Mar 2026` */
export const spanInWords = ({ from, to }: { from: string; to: string }): string =>
  `from ${dayInWords(from)} to ${dayInWords(to)}`
