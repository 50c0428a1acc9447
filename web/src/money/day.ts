import { lagosDay } from '@strand/contracts/lagos-time'
import { formatDay } from '../shared/format/time.ts'

const oneDay = 86_400_000

/** The day so many days later; earlier, below 0. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * oneDay).toISOString().slice(0, 10)

/** How many days a span has, both ends included. */
export const daysOf = ({ from, to }: { from: string; to: string }): number =>
  (Date.parse(to) - Date.parse(from)) / oneDay + 1

/** `1 Mar 2026 to 28 Mar 2026`, or the one day. */
export const formatSpan = ({ from, to }: { from: string; to: string }): string =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`

export const today = (): string => lagosDay(new Date().toISOString())
