import type { MonthClose } from '@strand/contracts/reports/overview'
import { expect, test } from 'vitest'
import { csvOf } from '../../shared/api/download.ts'
import { monthHead, monthRows } from './month-rows.ts'

const file = (fileName: string, balanceKobo: number) => ({
  statementId: crypto.randomUUID(),
  fileName,
  from: '2026-10-20',
  to: '2026-11-05',
  balanceKobo,
})

const close: MonthClose = {
  month: '2026-11',
  from: '2026-11-01',
  to: '2026-11-05',
  asOf: '2026-11-05T12:00:00.000Z',
  index: 41,
  sales: {
    orders: 1,
    quantity: 1,
    goodsNaira: 900,
    deliveryNaira: 100,
    totalNaira: 1_000,
    reversedOrders: 2,
    reversedQuantity: 2,
    reversedNaira: 4_000,
    netOrders: -1,
    netQuantity: -1,
    netNaira: -3_000,
  },
  money: {
    lines: 2,
    arrivedKobo: 500,
    matchedKobo: 300,
    setAsideKobo: 0,
    unmatchedKobo: 200,
    waitingLines: 0,
    waitingKobo: 0,
    debitLines: 1,
    debitKobo: -12_000_000,
  },
  owed: { owedKobo: 0, paidBackKobo: 0, openKobo: 0 },
  takenBackKobo: 0,
  accounts: [
    {
      bankAccountId: '3d5a0f0e-8c5d-4a57-9d5e-0c1f2b3a4d5e',
      bankName: 'GTBank',
      accountNumber: '0123456789',
      creditKobo: 500,
      debitKobo: -12_000_000,
      unmatchedKobo: 200,
      openingKobo: 0,
      closingKobo: -12_000_000,
    },
  ],
  unbalanced: [
    {
      bankAccountId: '3d5a0f0e-8c5d-4a57-9d5e-0c1f2b3a4d5e',
      bankName: 'GTBank',
      accountNumber: '0123456789',
      spans: [
        {
          from: '2026-10-20',
          to: '2026-11-05',
          openingKobo: 0,
          matchedKobo: 300,
          unmatchedKobo: 200,
          setAsideKobo: 0,
          debitKobo: -12_000_000,
          closingKobo: -12_000_000,
          balanced: false,
          why: '',
        },
      ],
      conflicts: [
        { day: '2026-11-03', kind: 'day', first: file('a.csv', 500), second: file('', -700) },
        { day: '2026-11-01', kind: 'next', first: file('', 0), second: file('b.csv', 250) },
      ],
      conflictDays: 14,
    },
  ],
  checkpoint: null,
}

test('negative amounts stay numbers in the accountant’s file, and an unfinished month names its days', () => {
  const csv = csvOf(monthHead, monthRows(close))
  for (const line of [
    'part,item,amountNaira,note',
    'Month,Days,,2026-11-01 to 2026-11-05',
    'Sales,Reversals,-4000.00,',
    'Sales,Net sales,-3000.00,',
    'GTBank 0123456789,Debits,-120000.00,',
    'GTBank 0123456789,Unexplained difference,-5.00,',
  ])
    expect(csv.slice(1).split('\r\n')).toContain(line)
})

test('an account that does not add up is reported with its days and the two files that disagree', () => {
  const days = '20 Oct 2026 to 5 Nov 2026'
  const rows = monthRows(close).filter(([part]) => part === 'GTBank 0123456789')
  expect(rows.slice(5)).toEqual(
    [
      ['Does not add up from 2026-10-20 to 2026-11-05', ''],
      [`Balance at the end of 2026-11-03 according to “a.csv” (${days})`, '5.00'],
      [`Balance at the end of 2026-11-03 according to the file of ${days}`, '-7.00'],
      [`Balance at the end of 2026-10-31 according to the file of ${days}`, '0.00'],
      [`Balance at the beginning of 2026-11-01 according to “b.csv” (${days})`, '2.50'],
      ['Earlier days on which files disagree', '', '12'],
    ].map(([item, amount, note = '']) => ['GTBank 0123456789', item, amount, note]),
  )
})
