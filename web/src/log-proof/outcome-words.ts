import { formatNumber } from '../shared/format/money.tsx'
import { formatSecond } from '../shared/format/staff-time.ts'

const times = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
const eventNumber = /\b(Event )(\d{4,})/g
const counts = /\b\d{4,}(?= (?:newer )?events\b)/g

/**
 * Rewrites the times and numbers in a verification's log line in the format of the other screens.
 */
export const outcomeInWords = (outcome: string): string =>
  outcome
    .replace(eventNumber, (_, event, number) => event + formatNumber(Number(number)))
    .replace(counts, (count) => formatNumber(Number(count)))
    .replace(times, (time) => formatSecond(time))
