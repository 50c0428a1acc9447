import { dayInWords } from '@strand/contracts/day-words'
import { lagosZone } from '@strand/contracts/lagos-time'

// These formats are in a file of their own, so that customers' screens do not load them.

const toTheSecond = new Intl.DateTimeFormat('en-GB', {
  timeZone: lagosZone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
})

/** `5 Mar 2026, 2:07:31 pm`, in the shop's time zone. */
export const formatSecond = (iso: string): string => toTheSecond.format(new Date(iso))

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: lagosZone,
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})

/** `2:07 pm`, in the shop's time zone, from milliseconds since 1970. */
export const formatClock = (time: number): string => clock.format(time)

/** `1 Mar 2026 to 28 Mar 2026`, or a single day. */
export const formatSpan = ({ from, to }: { from: string; to: string }): string =>
  from === to ? dayInWords(from) : `${dayInWords(from)} to ${dayInWords(to)}`
