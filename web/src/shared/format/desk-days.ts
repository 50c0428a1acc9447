import { dayFormat } from '@strand/contracts/day-words'

// Separate from `dayInWords`, because customers' pages do not need these.

/** `5 Mar`, where the year is clear. */
export const shortDayInWords = dayFormat({ day: 'numeric', month: 'short' })

/** `Thursday 5 March 2026`. */
export const longDayInWords = dayFormat({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
