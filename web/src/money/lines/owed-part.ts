import { owedKobo } from '@strand/contracts/money/bank-line'
import { formatKobo } from '@strand/contracts/money/kobo'
import type { ShownLine } from '../money-calls.ts'

/** The state of the part of a credit that is owed back, in words; empty without such a part. */
export const owedWords = (line: ShownLine): string => {
  const owed = owedKobo(line)
  if (line.amountKobo < 0 || owed === 0) return ''
  const rest = line.stillOwedKobo ?? owed
  if (rest > 0 && rest < owed) return `${formatKobo(rest)} is still owed back`
  if (owed === line.amountKobo) return rest > 0 ? 'Owed back' : 'Paid back'
  return `${formatKobo(owed)} ${rest > 0 ? 'is owed back' : 'was paid back'}`
}
