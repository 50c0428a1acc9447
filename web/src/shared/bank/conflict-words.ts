import { dayInWords } from '@strand/contracts/day-words'
import { addDays } from '@strand/contracts/days'
import { erased } from '@strand/contracts/erased'
import type { AccountConflict, ConflictingFile } from '@strand/contracts/money/account-conflict'
import { formatKobo } from '@strand/contracts/money/kobo'
import { formatSpan } from '../format/staff-time.ts'

/** `“june.csv” (1 Jun 2026 to 30 Jun 2026)`. */
export const nameOfFile = (file: Pick<ConflictingFile, 'fileName' | 'from' | 'to'>): string => {
  const { fileName } = file
  const isNamed = fileName !== '' && fileName !== erased
  return isNamed ? `“${fileName}” (${formatSpan(file)})` : `the file of ${formatSpan(file)}`
}

/** Adds a word joiner, so that no line break separates the minus sign from the amount. */
const kobo = (amount: number) => formatKobo(amount).replace('−', '−\u2060')

export const conflictWords = ({ day, kind, first, second }: AccountConflict): string => {
  const [one, other] = [kobo(first.balanceKobo), kobo(second.balanceKobo)]
  return kind === 'day'
    ? `At the end of ${dayInWords(day)}: ${one} according to the first, ${other} according to the second`
    : `The first ends on ${dayInWords(addDays(day, -1))} with ${one}, the second begins on ${dayInWords(day)} with ${other}`
}

type Pair = { first: ConflictingFile; second: ConflictingFile; days: AccountConflict[] }

/**
 * The days on which two files disagree, grouped by the pair of files, with the earliest day of each
 * group first.
 */
export const pairsOf = (conflicts: readonly AccountConflict[]): Pair[] => {
  const pairs = new Map<string, Pair>()
  for (const conflict of conflicts) {
    const { first, second } = conflict
    const key = `${first.statementId} ${second.statementId}`
    const pair = pairs.get(key) ?? { first, second, days: [] }
    pair.days.unshift(conflict)
    pairs.set(key, pair)
  }
  return [...pairs.values()]
}
