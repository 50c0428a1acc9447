import { dayFormat } from '@strand/contracts/day-words'

// These formats are in a file of their own, so that customers' pages do not load them.

/** `5 Mar`, where the year is clear from the context. */
export const shortDayInWords = dayFormat({ day: 'numeric', month: 'short' })

/** `Thursday 5 March 2026`. */
export const longDayInWords = dayFormat({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
