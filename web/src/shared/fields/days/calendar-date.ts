import { isDay } from '../../format/day.ts'

/** A day, `2026-02-28`, as the midnight of this device's zone, which is how PrimeReact's Calendar counts. */
export const dateOf = (day: string): Date => {
  const [year = 0, month = 1, nth = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, nth)
}

const digits = (number: number, length: number) => String(number).padStart(length, '0')

/** The day of a date of the calendar, in this device's zone. */
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

/** The day that is typed as `5 Mar 2026`, `05/03/2026`, the day first, or `2026-03-05`. */
export const typedDay = (text: string): string | null => {
  const typed = text.trim().toLowerCase()
  if (isDay(typed)) return typed
  const [, nth = '', month = '', year = ''] =
    /^(\d{1,2})[\s./-]*([a-z]{3,9}|(?<=[\s./-])\d{1,2})[\s.,/-]*(?<!\d)(\d{4})$/.exec(typed) ?? []
  const day = `${year}-${digits(nthMonth(month), 2)}-${nth.padStart(2, '0')}`
  return isDay(day) ? day : null
}

/** Between two days: a dash without spaces only after a year, and not the one within `2026-03-05`. */
const between = /\s+(?:-|to|until)\s+|\s*–\s*|(?<=\d{4})\s*-\s*(?!\d\d-\d\d(?!-\d{4}))/i

/** One day, or the first and the last, whichever of them is typed first. */
export const typedDays = (text: string): string[] | null => {
  const days = text.split(between).map(typedDay)
  const known = days.filter((day) => day !== null)
  return known.length === days.length && days.length <= 2 ? known.toSorted() : null
}
