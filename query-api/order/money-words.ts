import { dayInWords } from '@strand/contracts/day-words'
import { formatKobo } from '@strand/contracts/money/kobo'

/** `₦85,500 of 12 Nov 2026`; without the day if the line is unknown. */
export const moneyOf = (kobo: number, day: string | undefined): string =>
  formatKobo(kobo) + (day ? ` of ${dayInWords(day)}` : '')
