import type { MonthClose } from '@strand/contracts/reports/overview'
import { differenceOf } from '../day/difference.ts'

/** Naira with two digits after the point, as a spreadsheet reads them. */
const naira = (kobo: number | null) => (kobo === null ? '' : (kobo / 100).toFixed(2))

/** The close of a month as a table for a spreadsheet: money in naira, deductions below 0. */
export const monthRows = (close: MonthClose): string[][] => {
  const { from, to, sales, money, owed, takenBackKobo, accounts, unbalanced, checkpoint } = close
  const row = (part: string, item: string, amount: string) => [part, item, amount]
  return [
    row('Month', 'Days', `${from} to ${to}`),
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
        ...(difference ? [row(part, 'Does not add up by', naira(difference))] : []),
      ]
    }),
    ...unbalanced.map(({ bankName, accountNumber }) =>
      row(`${bankName} ${accountNumber}`, 'Does not add up', ''),
    ),
    row('Log', 'Counted up to event', close.index === null ? '' : String(close.index)),
    row('Log', 'Checkpoint', checkpoint ? `${checkpoint.day} ${checkpoint.root}` : ''),
  ]
}
