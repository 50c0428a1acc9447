import { lagosDay } from '@strand/contracts/lagos-time'
import type { DateOrder } from '@strand/contracts/money/statement'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const twoDigits = (number: number) => String(number).padStart(2, '0')

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/**
 * Formats a day as `YYYY-MM-DD`. Null for a day that does not exist. Two digits for the year mean
 * this century.
 */
export const dayOf = (year: number, month: number, day: number): string | null => {
  const full = year < 100 ? 2000 + year : year
  if (!(full >= 1970 && full <= 2100 && month >= 1 && month <= 12)) return null
  if (!(day >= 1 && day <= daysIn(full, month))) return null
  return `${full}-${twoDigits(month)}-${twoDigits(day)}`
}

/** A day, or three numbers if it is not clear which of them is the day and which the month. */
type WrittenDate = { day: string | null } | { numbers: [number, number, number] }

const timeOfDay = /[T ,]+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[.,]\d+)?\s*(?:[ap]\.?m\.?)?$/i

/** No real date is longer, and a long hostile cell could slow down a regular expression. */
const maxDateLength = 40

const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.,]? /i
const ordinal = /\b(\d{1,2})(?:st|nd|rd|th)\b/i
/** A time such as `2026-11-01 23:30:00 +0000`, which is on the next day in Lagos. */
const spacedOffset =
  /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?([+-]\d{2}):?(\d{2})$/

/** Null if the text is not a date. */
export const parseDate = (text: string): WrittenDate | null => {
  const written = text.trim().replace(/\s+/g, ' ')
  if (written.length > maxDateLength) return null
  const trimmed = written.replace(weekday, '').replace(spacedOffset, '$1T$2$3:$4')
  if (/^\d{4}-\d{2}-\d{2}T/.test(trimmed)) return { day: parseInstant(trimmed) }
  const date = trimmed.replace(timeOfDay, '').replace(ordinal, '$1')
  const numbers = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(date)
  const compact = /^(20\d{2})(\d{2})(\d{2})$/.exec(date)
  const [, a = '', b = '', c = ''] = compact ?? numbers ?? []
  if (a.length === 4) return c.length === 2 ? { day: dayOf(Number(a), Number(b), Number(c)) } : null
  if (numbers) return a.length > 2 ? null : { numbers: [Number(a), Number(b), Number(c)] }
  return parseNamedMonth(date)
}

const parseNamedMonth = (date: string): WrittenDate | null => {
  const dayFirst = /^(\d{1,2})[-/. ]*([a-z]{3,9})[-/., ]*(\d{4}|\d{2})$/i.exec(date)
  const monthFirst = /^([a-z]{3,9})[-/. ]+(\d{1,2})[-/., ]+(\d{4})$/i.exec(date)
  const yearFirst = /^(\d{4})[-/. ]+([a-z]{3,9})[-/., ]+(\d{1,2})$/i.exec(date)
  const [day, name = '', year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : yearFirst
      ? [yearFirst[3], yearFirst[2], yearFirst[1]]
      : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]]
  const month = months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  return month === 0 ? null : { day: dayOf(Number(year), month, Number(day)) }
}

/**
 * Whether a column mixes ISO dates with dates such as `13/11/2026`. Excel with American settings
 * causes this: it reads `01/11/2026` as 11 January, but cannot read `13/11/2026` with the month
 * first, and leaves it as text.
 */
export const isTurnedRound = (cells: string[]): boolean => {
  const dates = cells.map((cell) => ({ cell, date: parseDate(cell) }))
  const isStored = dates.some(
    ({ cell, date }) => date !== null && /^\d{4}-\d{2}-\d{2}/.test(cell.trim()),
  )
  return isStored && dates.some(({ date }) => date !== null && 'numbers' in date)
}

/** The day in Lagos on which an ISO date or time falls, with or without an offset. */
export const parseInstant = (text: string): string | null => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?![\d])/.exec(text) ?? []
  const written = dayOf(Number(year), Number(month), Number(day))
  if (written === null || !/T.*(Z|[+-]\d{2}:?\d{2})$/.test(text)) return written
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : lagosDay(new Date(time).toISOString())
}

export const dayInOrder = (numbers: [number, number, number], order: DateOrder): string | null => {
  const [a, b, c] = numbers
  if (order === 'YMD') return dayOf(a, b, c)
  return order === 'DMY' ? dayOf(c, b, a) : dayOf(c, a, b)
}

/**
 * Finds the order of day and month in most of the dates. For example, `13/11/2026` shows that the
 * day comes first. `unclear`: the dates do not show the order, and it makes a difference. Dates
 * that fit neither order, such as `31/02/2026`, show nothing; their rows are refused.
 */
export const orderOf = (
  dates: [number, number, number][],
): { order: 'DMY' | 'MDY'; unclear: boolean } => {
  let dayFirst = 0
  let monthFirst = 0
  let isOpen = false
  for (const numbers of dates) {
    const fitsDayFirst = dayInOrder(numbers, 'DMY') !== null
    const fitsMonthFirst = dayInOrder(numbers, 'MDY') !== null
    if (fitsDayFirst && !fitsMonthFirst) dayFirst += 1
    if (fitsMonthFirst && !fitsDayFirst) monthFirst += 1
    if (fitsDayFirst && fitsMonthFirst && numbers[0] !== numbers[1]) isOpen = true
  }
  return {
    order: monthFirst > dayFirst ? 'MDY' : 'DMY',
    unclear: isOpen && dayFirst === monthFirst,
  }
}
