import { addDays } from '@strand/contracts/days'
import type { StatementOverlap } from '@strand/contracts/money/bank-statement'
import {
  contradictedDays,
  type StatementBalances,
} from '@strand/contracts/money/statement-balances'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { balancesOf, importedHeads, type StatementHead } from './bank-import.ts'
import type { SortedLine } from './sort-lines.ts'

type Options = { pool: Pick<Pool, 'query'> }

/**
 * Compares a file with the lines and balances that are known for its days, while the file's lines
 * are being sorted. It counts lines by day, so its cost depends on the number of days, not on how
 * many lines the account has. Decision 290.
 */
export const openOverlap = async (
  { pool }: Options,
  head: StatementHead,
  bankAccountId: string,
) => {
  const { from, to } = head
  if (from === null || to === null) return { note: () => {}, result: () => noOverlap }
  const heads = await importedHeads(pool, { bankAccountId, from, to })
  const covered = coveredDays(heads, { from, to })
  const known = covered.size > 0 ? await countsByDay(pool, { bankAccountId, from, to }) : new Map()
  let knownLines = 0
  /** For each day, the known lines that the file also has. */
  const found = new Map<string, Set<string>>()

  const note = ({ line, known: same, standsFor }: SortedLine) => {
    const { bookedOn } = line
    if (!covered.has(bookedOn)) return
    if (same) knownLines += 1
    if (standsFor) found.set(bookedOn, (found.get(bookedOn) ?? new Set()).add(standsFor))
  }

  const result = (): StatementOverlap => {
    const balances = heads.flatMap((one) => balancesOf(one) ?? [])
    const own = balancesOf(head)
    const sharesLines = (day: string) => (found.get(day)?.size ?? 0) > 0
    const goesOn = (day: string) =>
      own !== null && balances.some((other) => follow(own, other, day))
    let missing = 0
    for (const day of covered) {
      // A file may contain only part of its first day and of its last day.
      const isPart = (day === from || day === to) && (sharesLines(day) || goesOn(day))
      if (!isPart) missing += Math.max(0, (known.get(day) ?? 0) - (found.get(day)?.size ?? 0))
    }
    const contradicts = own ? contradictedDays(own, balances, sharesLines).length : 0
    return { days: covered.size, known: knownLines, missing, contradicts }
  }
  return { note, result }
}

const noOverlap: StatementOverlap = { days: 0, known: 0, missing: 0, contradicts: 0 }

/** Whether one statement begins on this day with the balance with which the other ended. */
const follow = (one: StatementBalances, other: StatementBalances, day: string) =>
  (one.from === day && other.to === day && one.openingKobo === other.closingKobo) ||
  (one.to === day && other.from === day && one.closingKobo === other.openingKobo)

const coveredDays = (heads: StatementHead[], { from, to }: { from: string; to: string }) => {
  const covered = new Set<string>()
  for (const head of heads) {
    const [first, last] = [head.from ?? '', head.to ?? '']
    for (let day = first < from ? from : first; day <= to && day <= last; day = addDays(day, 1))
      covered.add(day)
  }
  return covered
}

/** Counts known lines by day, leaving out those that may repeat another line. */
const countsByDay = async (
  pool: Pick<Pool, 'query'>,
  { bankAccountId, from, to }: { bankAccountId: string; from: string; to: string },
): Promise<Map<string, number>> => {
  const { rows } = await pool.query<{ day: string; lines: number }>(
    `select booked_on::text as day, count(*) as lines from bank_line
     where bank_account_id = $1 and booked_on between $2 and $3 and probably_same_as is null
     group by booked_on`,
    [bankAccountId, from, to],
  )
  return new Map(rows.map(({ day, lines }) => [day, lines]))
}
