import { dayInWords } from '@strand/contracts/day-words'
import { serverNow } from '../api/server-time.ts'
import { shortDayInWords } from './desk-days.ts'

/** Formats a bank's day (`YYYY-MM-DD`) as `12 Nov`. Adds the year unless it is the current year. */
export const formatBankDay = (day: string, now = new Date(serverNow())): string => {
  const isThisYear = day.slice(0, 4) === String(now.getUTCFullYear())
  return isThisYear ? shortDayInWords(day) : dayInWords(day)
}
