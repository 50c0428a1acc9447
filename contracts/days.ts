import type { ReportBy } from './reports/report.ts'

const dayMs = 86_400_000

const time = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => dayOf(time(day) + days * dayMs)

export const daysBetween = (from: string, to: string): number =>
  Math.round((time(to) - time(from)) / dayMs)

/** The first day of the period (a day, a week from Monday, or a month) that contains `day`. */
export const periodOf = (day: string, by: ReportBy): string => {
  if (by === 'day') return day
  if (by === 'month') return `${day.slice(0, 7)}-01`
  return addDays(day, -((new Date(time(day)).getUTCDay() + 6) % 7))
}

const next = (period: string, by: ReportBy) => {
  if (by === 'day') return addDays(period, 1)
  return by === 'week' ? addDays(period, 7) : periodOf(addDays(period, 31), 'month')
}

/**
 * The periods that overlap the days `from` to `to`, oldest first, each with its last day in that
 * range. Returns at most `most` + 1 periods, so that a caller sees if there are too many.
 */
export const periodsBetween = (from: string, to: string, by: ReportBy, most: number) => {
  const periods: { period: string; last: string }[] = []
  let period = periodOf(from, by)
  while (period <= to && periods.length <= most) {
    const following = next(period, by)
    const end = addDays(following, -1)
    periods.push({ period, last: end < to ? end : to })
    period = following
  }
  return periods
}
