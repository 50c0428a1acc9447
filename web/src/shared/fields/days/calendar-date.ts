import { isDay } from '../../format/day.ts'

/**
 * Converts a day such as `2026-02-28` to midnight in this device's time zone, as PrimeReact's
 * Calendar expects it.
 */
export const dateOf = (day: string): Date => {
  const [year = 0, month = 1, nth = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, nth)
}

const digits = (number: number, length: number) => String(number).padStart(length, '0')

export const dayOf = (date: Date): string =>
  `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1, 2)}-${digits(date.getDate(), 2)}`

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const nthMonth = (text: string): number =>
  /\d/.test(text) ? Number(text) : months.findIndex((month) => month.startsWith(text)) + 1

/** Reads a day typed as `5 Mar 2026`, `05/03/2026` (day first) or `2026-03-05`. */
export const typedDay = (text: string): string | null => {
  const typed = text.trim().toLowerCase()
  if (isDay(typed)) return typed
  const [, nth = '', month = '', year = ''] =
    /^(\d{1,2})[\s./-]*([a-z]{3,9})[\s.,/-]*(\d{4})$/.exec(typed) ??
    /^(\d{1,2})[\s./-]+(\d{1,2})[\s.,/-]+(\d{4})$/.exec(typed) ??
    []
  const day = `${year}-${digits(nthMonth(month), 2)}-${nth.padStart(2, '0')}`
  return isDay(day) ? day : null
}

/**
 * Finds a dash that separates two days although no spaces surround it: it must follow a year, and
 * must not be part of a day such as `2026-03-05`.
 */
const dashAfterYear = /(\d{4})\s*-\s*(?!\d\d-\d\d(?!-\d{4}))/g
const between = /\s+(?:-|to|until)\s+|\s*–\s*/i

/** Reads one day, or two days in either order. */
export const typedDays = (text: string): string[] | null => {
  const days = text.replace(dashAfterYear, '$1 to ').split(between).map(typedDay)
  const known = days.filter((day) => day !== null)
  return known.length === days.length && days.length <= 2 ? known.sort() : null
}
