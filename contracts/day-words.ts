const words = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** Formats `2026-03-05` as `5 Mar 2026`, as the web app writes days. */
export const dayInWords = (day: string): string => words.format(new Date(`${day}T00:00:00Z`))

/** `from 5 Mar 2026 to 9 Mar 2026`. */
export const spanInWords = ({ from, to }: { from: string; to: string }): string =>
  `from ${dayInWords(from)} to ${dayInWords(to)}`
