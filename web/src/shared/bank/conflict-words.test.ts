import type { AccountConflict } from '@strand/contracts/money/account-conflict'
import { expect, test } from 'vitest'
import { conflictWords, nameOfFile, pairsOf } from './conflict-words.ts'

const file = (at: number, fileName: string, balanceKobo: number) => ({
  statementId: `${at}9999999-9999-4999-8999-999999999999`,
  fileName,
  from: '2026-06-01',
  to: '2026-06-30',
  balanceKobo,
})
const conflict = (
  day: string,
  kind: AccountConflict['kind'] = 'day',
  other = 2,
): AccountConflict => ({
  day,
  kind,
  first: file(1, 'june.csv', 12_000),
  second: file(other, '', 71_050),
})

test('a file without a name, or with an erased one, is named by its days', () => {
  const days = '1 Jun 2026 to 30 Jun 2026'
  expect(nameOfFile(file(1, 'june.csv', 0))).toBe(`“june.csv” (${days})`)
  for (const none of ['', 'erased'])
    expect(nameOfFile(file(1, none, 0))).toBe(`the file of ${days}`)
})

test('a conflict states the day, and the balance in each of its two files', () => {
  expect(conflictWords(conflict('2026-06-03'))).toBe(
    'At the end of 3 Jun 2026: ₦120 according to the first, ₦710.50 according to the second',
  )
  expect(conflictWords(conflict('2026-07-01', 'next'))).toBe(
    'The first ends on 30 Jun 2026 with ₦120, the second begins on 1 Jul 2026 with ₦710.50',
  )
})

test('days are grouped by the files that differ, the latest pair first', () => {
  const [late, other, early] = [
    conflict('2026-06-09'),
    conflict('2026-06-05', 'day', 3),
    conflict('2026-06-02'),
  ]
  expect(pairsOf([late, other, early]).map(({ days }) => days)).toEqual([[early, late], [other]])
})
