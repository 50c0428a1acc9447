import { owedKobo } from '@strand/contracts/money/bank-line'
import { formatKobo } from '@strand/contracts/money/kobo'
import type { ShownLine } from '../money-calls.ts'

/**
 * Says how much of a credit is owed back, or was paid back. Empty if none of it was ever owed back.
 */
export const owedWords = (line: ShownLine): string => {
  const owed = owedKobo(line)
  if (line.amountKobo < 0 || owed === 0) return ''
  const rest = line.stillOwedKobo ?? owed
  if (rest > 0 && rest < owed) return `${formatKobo(rest)} is still owed back`
  if (owed === line.amountKobo) return rest > 0 ? 'Owed back' : 'Paid back'
  return `${formatKobo(owed)} ${rest > 0 ? 'is owed back' : 'was paid back'}`
}
