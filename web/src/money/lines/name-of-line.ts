import { dayInWords } from '@strand/contracts/day-words'
import type { BankLine } from '@strand/contracts/money/bank-line'
import { formatKobo } from '@strand/contracts/money/kobo'

/** `the ₦85,500 line of 12 Nov 2026`. */
export const nameOfLine = ({ amountKobo, bookedOn }: BankLine): string =>
  `the ${formatKobo(amountKobo)} line of ${dayInWords(bookedOn)}`
