import { dayInWords } from '@strand/contracts/day-words'
import type { BankLine } from '@strand/contracts/money/bank-line'
import { formatKobo } from '@strand/contracts/money/kobo'

/** `the line of ₦85,500 of 12 Nov 2026`. */
export const nameOfLine = ({ amountKobo, bookedOn }: BankLine): string =>
  `the line of ${formatKobo(amountKobo)} of ${dayInWords(bookedOn)}`
