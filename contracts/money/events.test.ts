import { expect, test } from 'vitest'
import { bankStatementEvents } from './events.ts'

const metadata = {
  at: '2026-11-22T09:00:00.000Z',
  correlationId: 'request',
  causationId: 'command',
  actor: { kind: 'staff', id: 'ada' },
}
const id = '77777777-7777-4777-8777-777777777777'

test('a first-version statement has no rows that are not lines, and completes no failed import', () => {
  const data = {
    statementId: id,
    bankAccountId: id,
    format: 'csv',
    mapping: {
      headerRow: 0,
      columns: {
        bookedOn: 0,
        valueOn: null,
        narration: [1],
        reference: null,
        debit: null,
        credit: 2,
        amount: null,
        balance: null,
      },
      dateOrder: 'DMY',
    },
    sha256: 'ab',
    openingBalanceKobo: null,
    closingBalanceKobo: 100,
    from: '2026-11-01',
    to: '2026-11-02',
    rows: 3,
    new: 2,
    known: 1,
    probablySame: 0,
  }
  const stored = {
    type: 'BankStatementImported',
    data,
    metadata: { ...metadata, schemaVersion: 1 },
  }
  const { event } = bankStatementEvents.decode(stored)
  expect(event.data).toEqual({
    ...data,
    mapping: {
      ...data.mapping,
      columns: { ...data.mapping.columns, payer: null },
      states: {},
      directions: {},
      creditsOnly: false,
    },
    notMoney: 0,
    finishes: [],
    dayEnds: null,
    personal: null,
  })
})

/** An event of the schema's second version, as stored. */
const second = {
  statementId: id,
  bankAccountId: id,
  format: 'csv',
  mapping: null,
  sha256: 'ab',
  openingBalanceKobo: 100,
  closingBalanceKobo: 250,
  from: '2026-11-01',
  to: '2026-11-30',
  rows: 4,
  new: 3,
  known: 1,
  probablySame: 0,
  notMoney: 0,
  finishes: [],
}
const decoded = (what: object) =>
  bankStatementEvents.decode({
    type: 'BankStatementImported',
    data: { ...second, ...what },
    metadata: { ...metadata, schemaVersion: 2 },
  }).event.data

test('a second-version statement has no file name and no known balances at the ends of days', () => {
  expect(decoded({})).toEqual({ ...second, dayEnds: [], personal: null })
})

test('second-version balances are not compared if they come from an OFX file or are missing', () => {
  expect(decoded({ format: 'ofx' })).toMatchObject({ dayEnds: null })
  expect(decoded({ openingBalanceKobo: null })).toMatchObject({ dayEnds: null })
})
