import { dayFormat } from '@strand/contracts/day-words'

// Apart from `dayInWords`, so that customers' pages do not load these.

/** `5 Mar`, for a known year. */
export const shortDayInWords = dayFormat({ day: 'numeric', month: 'short' })

/** `Thursday 5 March 2026`. */
export const longDayInWords = dayFormat({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
