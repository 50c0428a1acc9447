import { lagosDay } from '@strand/contracts/lagos-time'
import { serverNow } from '../api/server-time.ts'

const oneDay = 86_400_000

/** Today on the shop's clock. */
export const today = (): string => lagosDay(new Date(serverNow()).toISOString())

/** The day so many days later; earlier, below 0. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * oneDay).toISOString().slice(0, 10)

/** Whether it is a day of the calendar, as `2026-02-28`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  dayAfter(text, 0) === text

/** The first and last day of each period that is often asked for. */
export const periodsUntil = (last: string): { text: string; from: string; to: string }[] => {
  const month = `${last.slice(0, 7)}-01`
  const lastOfMonth = dayAfter(month, -1)
  return [
    { text: 'Today', from: last, to: last },
    { text: 'Yesterday', from: dayAfter(last, -1), to: dayAfter(last, -1) },
    { text: 'Last 7 days', from: dayAfter(last, -6), to: last },
    { text: 'Last 30 days', from: dayAfter(last, -29), to: last },
    { text: 'This month', from: month, to: last },
    { text: 'Last month', from: `${lastOfMonth.slice(0, 7)}-01`, to: lastOfMonth },
  ]
}
