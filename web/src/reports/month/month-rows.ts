import { addDays } from '@strand/contracts/days'
import type { AccountConflict } from '@strand/contracts/money/account-conflict'
import type { MonthClose } from '@strand/contracts/reports/overview'
import { nameOfFile } from '../../shared/bank/conflict-words.ts'
import { differenceOf } from '../day/difference.ts'

/** An amount in naira with two decimals, as spreadsheets read it. */
const naira = (kobo: number | null) => (kobo === null ? '' : (kobo / 100).toFixed(2))

const balancesOf = ({ day, kind, first, second }: AccountConflict): [string, number][] => {
  const end = kind === 'day' ? day : addDays(day, -1)
  const other = kind === 'day' ? `at the end of ${day}` : `at the beginning of ${day}`
  return [
    [`Balance at the end of ${end} according to ${nameOfFile(first)}`, first.balanceKobo],
    [`Balance ${other} according to ${nameOfFile(second)}`, second.balanceKobo],
  ]
}

export const monthHead = ['part', 'item', 'amountNaira', 'note']

/** A month's close as a table for spreadsheets: money in naira, deductions as negative numbers. */
export const monthRows = (close: MonthClose): string[][] => {
  const { from, to, sales, money, owed, takenBackKobo, accounts, unbalanced, checkpoint } = close
  const row = (part: string, item: string, amount: string) => [part, item, amount, '']
  const note = (part: string, item: string, text: string) => [part, item, '', text]
  return [
    note('Month', 'Days', `${from} to ${to}`),
    row('Sales', 'Gross sales', naira(sales.totalNaira * 100)),
    row('Sales', 'Reversals', naira(-sales.reversedNaira * 100 || 0)),
    row('Sales', 'Net sales', naira(sales.netNaira * 100)),
    row('Receipts', 'Matched to orders', naira(money.matchedKobo)),
    row('Receipts', 'Set aside', naira(money.setAsideKobo)),
    row('Receipts', 'Unmatched', naira(money.unmatchedKobo)),
    row('Receipts', 'Arrived', naira(money.arrivedKobo)),
    row('Refunds', 'Owed back to customers', naira(owed.owedKobo)),
    row('Refunds', 'Paid back', naira(owed.paidBackKobo)),
    row('Refunds', 'Still owed now', naira(owed.openKobo)),
    row('Refunds', 'Taken back by the bank', naira(takenBackKobo)),
    ...accounts.flatMap((account) => {
      const part = `${account.bankName} ${account.accountNumber}`
      const difference = differenceOf(account)
      return [
        row(part, 'Opening balance', naira(account.openingKobo)),
        row(part, 'Credits', naira(account.creditKobo)),
        row(part, 'Debits', naira(account.debitKobo)),
        row(part, 'Closing balance', naira(account.closingKobo)),
        ...(difference ? [row(part, 'Unexplained difference', naira(difference))] : []),
      ]
    }),
    ...unbalanced.flatMap(({ bankName, accountNumber, spans, conflicts, conflictDays }) => {
      const part = `${bankName} ${accountNumber}`
      const more = conflictDays - conflicts.length
      return [
        ...spans.map(({ from, to }) => note(part, `Does not add up from ${from} to ${to}`, '')),
        ...conflicts.flatMap(balancesOf).map(([item, kobo]) => row(part, item, naira(kobo))),
        ...(more > 0 ? [note(part, 'Earlier days on which files disagree', String(more))] : []),
      ]
    }),
    note('Log', 'Counted up to event', close.index === null ? '' : String(close.index)),
    note('Log', 'Checkpoint', checkpoint ? `${checkpoint.day} ${checkpoint.root}` : ''),
  ]
}
