import { addDays } from '../days.ts'

export type DayEnd = { day: string; balanceKobo: number }

/** The maximum number of days whose closing balance is kept for a statement. */
export const maxDayEnds = 1_000

/** The balances of a statement whose lines add up to them. */
export type StatementBalances = {
  from: string
  to: string
  openingKobo: number
  closingKobo: number
  /**
   * The balance at the end of each day that has lines, oldest first. The last day may be
   * incomplete, because the bank may have written the statement on that day. Empty if unknown, as
   * for statements that an earlier release imported.
   */
  dayEnds: DayEnd[]
}

/** Two statements that contradict each other about a balance; `at` is their index in the list. */
type BalanceConflict = {
  day: string
  /**
   * - `day`: they give different balances for the end of this day
   * - `next`: the first ends on the day before, and the second begins on this day with another
   *   balance
   */
  kind: 'day' | 'next'
  first: { at: number; balanceKobo: number }
  second: { at: number; balanceKobo: number }
}

/**
 * The last day with lines. Lines of this day or later may be missing: the bank may have booked them
 * after writing the statement.
 */
const lastLineDay = ({ dayEnds, to }: StatementBalances): string => dayEnds.at(-1)?.day ?? to

/** The balance at the end of each day for which the statement has all lines. */
const wholeDayEnds = (statement: StatementBalances): Map<string, number> => {
  const ends = new Map<string, number>()
  if (statement.dayEnds.length === 0) return ends
  const last = lastLineDay(statement)
  const said = new Map(statement.dayEnds.map(({ day, balanceKobo }) => [day, balanceKobo]))
  let balance = statement.openingKobo
  for (let day = statement.from; day < last; day = addDays(day, 1)) {
    balance = said.get(day) ?? balance
    ends.set(day, balance)
  }
  return ends
}

/**
 * A statement's balances before and after a day. The statement may have only a part of that day.
 */
const partOfDay = (statement: StatementBalances, ends: Map<string, number>, day: string) => ({
  opening: day === statement.from ? statement.openingKobo : (ends.get(addDays(day, -1)) ?? null),
  closing: ends.get(day) ?? (day >= lastLineDay(statement) ? statement.closingKobo : null),
})

type PartOfDay = ReturnType<typeof partOfDay>

const isEqual = (one: number | null, other: number | null) => one !== null && one === other

/**
 * Whether two parts of a day begin or end with the same balance, or one continues where the other
 * ends.
 */
const fit = (one: PartOfDay, other: PartOfDay): boolean =>
  isEqual(one.opening, other.opening) ||
  isEqual(one.closing, other.closing) ||
  isEqual(one.closing, other.opening) ||
  isEqual(other.closing, one.opening)

/**
 * Finds the days on which an account's statements contradict each other about its balance. Two
 * statements can do so at the end of a day that both cover in full; on the last day of both, if one
 * of them covers only that day; or between the end of one and the beginning of the next.
 *
 * @param statements in the order in which they were imported
 */
export const balanceConflicts = (statements: StatementBalances[]): BalanceConflict[] => {
  const conflicts = new Map<string, BalanceConflict>()
  const ends = statements.map(wholeDayEnds)
  const firstEnds = new Map<string, { at: number; balanceKobo: number }>()
  for (const [at, ofOne] of ends.entries())
    for (const [day, balanceKobo] of ofOne) {
      const first = firstEnds.get(day)
      if (!first) firstEnds.set(day, { at, balanceKobo })
      else if (first.balanceKobo !== balanceKobo && !conflicts.has(day))
        conflicts.set(day, { day, kind: 'day', first, second: { at, balanceKobo } })
    }
  const beginning = Map.groupBy(statements.entries(), ([, { from }]) => from)
  const ending = Map.groupBy(statements.entries(), ([, { to }]) => to)
  for (const [day, next] of beginning) {
    const before = ending.get(addDays(day, -1)) ?? []
    const [second] = next
    const first = before.at(-1)
    // A statement that covers the day before in full is more reliable than one that ends on that
    // day.
    if (!first || !second || firstEnds.has(addDays(day, -1))) continue
    const closings = new Set(before.map(([, { closingKobo }]) => closingKobo))
    if (next.some(([, { openingKobo }]) => closings.has(openingKobo))) continue
    conflicts.set(`${day} next`, {
      day,
      kind: 'next',
      first: { at: first[0], balanceKobo: first[1].closingKobo },
      second: { at: second[0], balanceKobo: second[1].openingKobo },
    })
  }
  const last = Map.groupBy(statements.entries(), ([, statement]) => lastLineDay(statement))
  for (const [day, some] of last) {
    if (firstEnds.has(day) || !some.some(([, { from }]) => from === day)) continue
    // A file without an opening balance may cover any part of the day.
    const parts = some
      .map(([at, statement]) => ({
        at,
        balanceKobo: statement.closingKobo,
        ...partOfDay(statement, ends[at] ?? new Map(), day),
      }))
      .filter(({ opening }) => opening !== null)
    const [first] = parts
    const odd = parts.find(
      (part, index) => index > 0 && !parts.slice(0, index).some((earlier) => fit(earlier, part)),
    )
    if (first && odd)
      conflicts.set(day, {
        day,
        kind: 'day',
        first: { at: first.at, balanceKobo: first.balanceKobo },
        second: { at: odd.at, balanceKobo: odd.balanceKobo },
      })
  }
  return [...conflicts.values()].sort((one, other) => (one.day < other.day ? -1 : 1))
}

/**
 * The days on which a statement contradicts all other statements that cover that day.
 *
 * @param sharesLines whether other statements also have some of the statement's lines for that day.
 *   If so, the files may begin or end in the middle of the day
 */
export const contradictedDays = (
  statement: StatementBalances,
  others: StatementBalances[],
  sharesLines: (day: string) => boolean,
): string[] => {
  const own = wholeDayEnds(statement)
  const theirs = others.map(wholeDayEnds)
  const days: string[] = []
  for (const [day, balance] of own) {
    const said = theirs.flatMap((ends) => ends.get(day) ?? [])
    if (said.length > 0 && !said.includes(balance)) days.push(day)
  }
  const last = lastLineDay(statement)
  if (sharesLines(last)) return days
  const part = partOfDay(statement, own, last)
  const parts = others.flatMap((other, at) =>
    other.from <= last && last <= other.to ? [partOfDay(other, theirs[at] ?? new Map(), last)] : [],
  )
  return parts.length === 0 || parts.some((other) => fit(other, part)) ? days : [...days, last]
}
