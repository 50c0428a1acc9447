import { expect, test } from 'vitest'
import { balanceConflicts, contradictedDays, type StatementBalances } from './statement-balances.ts'

/**
 * A statement of these November days with one line on each. `opening` is the balance before the
 * first line, and `ends` are the balances after each line.
 */
const of = (days: number[], opening: number, ...ends: number[]): StatementBalances => {
  const day = (number = 0) => `2026-11-${String(number).padStart(2, '0')}`
  return {
    from: day(days[0]),
    to: day(days.at(-1)),
    openingKobo: opening,
    closingKobo: ends.at(-1) ?? opening,
    dayEnds: ends.map((balanceKobo, at) => ({ day: day(days[at]), balanceKobo })),
  }
}
const told = (...statements: StatementBalances[]) =>
  balanceConflicts(statements).map(({ day, kind, first, second }) => [
    `${day.slice(8)} ${kind}`,
    `${first.at}: ${first.balanceKobo}`,
    `${second.at}: ${second.balanceKobo}`,
  ])

const week = of([2, 3, 4, 6], 100, 110, 120, 130, 140)

test('statements that overlap, follow each other or end in the middle of a day agree', () => {
  // The second statement covers the whole 6th. The bank booked more on that day after writing the
  // first one.
  expect(told(week, of([4, 6, 7], 120, 130, 145, 150))).toEqual([])
  // The second statement begins in the middle of the 3rd.
  expect(told(week, of([3, 4, 6], 115, 120, 130, 140))).toEqual([])
  expect(told(week, of([7, 8], 140, 150, 160))).toEqual([])
  // The second statement continues from the middle of the 6th.
  expect(told(week, of([6, 7], 140, 150, 160))).toEqual([])
  expect(told(of([5], 10, 20), of([5], 20, 30), of([5], 10, 30))).toEqual([])
  // There is a gap between the two statements.
  expect(told(week, of([9, 10], 700, 710, 720))).toEqual([])
})

test('reports each day at whose end two statements differ, with both balances', () => {
  expect(told(week, of([3, 4, 5], 700, 710, 720, 730))).toEqual([
    ['03 day', '0: 120', '1: 710'],
    ['04 day', '0: 130', '1: 720'],
  ])
  // On a day without lines, the balance stays the same.
  expect(told(week, of([4, 5, 6], 120, 131, 132, 140))).toEqual([
    ['04 day', '0: 130', '1: 131'],
    ['05 day', '0: 130', '1: 132'],
  ])
  expect(told(of([5], 10, 20), of([5], 700, 710))).toEqual([['05 day', '0: 20', '1: 710']])
  // One statement has only the last day of the other.
  expect(told(week, of([6], 700, 710))).toEqual([['06 day', '0: 140', '1: 710']])
  expect(told(of([6], 700, 710), week)).toEqual([['06 day', '0: 710', '1: 140']])
  expect(told(week, of([6], 130, 155), of([6], 140, 150))).toEqual([])
})

test('reports both statements if one does not begin with the balance at which the previous one ended', () => {
  expect(told(week, of([7, 8], 150, 160, 170))).toEqual([['07 next', '0: 140', '1: 150']])
  // A third statement has the line that is missing between the first two.
  const whole = of([5, 6, 7, 8], 130, 150, 160, 170, 180)
  expect(told(of([4, 5], 1, 2, 140), of([6, 7], 150, 160, 170), whole)).toEqual([])
})

test('for a statement from an earlier release, only opening and closing balances are compared', () => {
  const bare = { ...week, dayEnds: [] }
  expect(told(bare, of([3, 4, 5], 700, 710, 720, 730))).toEqual([])
  expect(told(bare, of([7, 8], 150, 160, 170))).toEqual([['07 next', '0: 140', '1: 150']])
  // The bank wrote the first statement on the morning of its last day.
  expect(told(bare, of([6], 130, 135))).toEqual([])
})

test('a file contradicts a day when no statement agrees with it', () => {
  const daysOf = (file: StatementBalances, others: StatementBalances[], shared: string[] = []) =>
    contradictedDays(file, others, (day) => shared.includes(day)).map((day) => day.slice(8))
  const other = of([3, 4, 5], 700, 710, 720, 730)
  expect(daysOf(other, [week])).toEqual(['03', '04', '05'])
  expect(daysOf(other, [])).toEqual([])
  expect(daysOf(other, [week, { ...other }])).toEqual([])
  expect(daysOf(of([4, 6, 7], 120, 130, 145, 150), [week])).toEqual([])
  const single = of([6], 700, 710)
  expect(daysOf(single, [week])).toEqual(['06'])
  // Statements that share a line of that day may each have only a part of the day.
  expect(daysOf(single, [week], ['2026-11-06'])).toEqual([])
  expect(daysOf(of([6], 140, 160), [week])).toEqual([])
})
