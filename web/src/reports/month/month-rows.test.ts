import type { MonthClose } from '@strand/contracts/reports/overview'
import { expect, test } from 'vitest'
import { csvOf } from '../../shared/api/download.ts'
import { monthRows } from './month-rows.ts'

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
  unbalanced: [],
  checkpoint: null,
}

test('what is below 0 stays a number in the accountant’s file, and a running month says its days', () => {
  const csv = csvOf(['Part', 'Item', 'Amount'], monthRows(close))
  for (const line of [
    'Month,Days,2026-11-01 to 2026-11-05',
    'Sales,Reversals,-4000.00',
    'Sales,Net sales,-3000.00',
    'GTBank 0123456789,Debits,-120000.00',
    'GTBank 0123456789,Does not add up by,-5.00',
  ])
    expect(csv.split('\r\n')).toContain(line)
})
