import { addDays } from '@strand/contracts/days'
import { lagosDay } from '@strand/contracts/lagos-time'
import { serverNow } from '../api/server-time.ts'

export const today = (): string => lagosDay(new Date(serverNow()).toISOString())

/** Whether the text is a day that exists, such as `2026-02-28`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  addDays(text, 0) === text

export const periodsUntil = (last: string): { text: string; from: string; to: string }[] => {
  const month = `${last.slice(0, 7)}-01`
  const lastOfMonth = addDays(month, -1)
  return [
    { text: 'Today', from: last, to: last },
    { text: 'Yesterday', from: addDays(last, -1), to: addDays(last, -1) },
    { text: 'Last 7 days', from: addDays(last, -6), to: last },
    { text: 'Last 30 days', from: addDays(last, -29), to: last },
    { text: 'This month', from: month, to: last },
    { text: 'Last month', from: `${lastOfMonth.slice(0, 7)}-01`, to: lastOfMonth },
  ]
}
