import { formatNumber } from '../shared/format/money.tsx'
import { formatSecond } from '../shared/format/staff-time.ts'

const times = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
const counts = /\b\d{4,}(?= (?:newer )?events\b)|(?<=\bEvent )\d{4,}/g

/** What a verification wrote for its log, as screens write times and numbers. */
export const outcomeInWords = (outcome: string): string =>
  outcome
    .replace(counts, (count) => formatNumber(Number(count)))
    .replace(times, (time) => formatSecond(time))
