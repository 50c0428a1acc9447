import { expect, test } from 'vitest'
import { bankLineEvents } from './bank-line.events.ts'
import { lineKindOf } from './return-words.ts'

const kind = (narration: string, what: { amountKobo?: number; isMarked?: boolean } = {}) =>
  lineKindOf({ amountKobo: 100, narration, ...what })

test('a credit is a return if the bank says so, in words or with a mark', () => {
  expect(kind('RVSL NIP/GTB/OBI ADA')).toBe('returned')
  expect(kind('REFUND/JUMIA')).toBe('returned')
  expect(kind('NIP/GTB/OBI ADA', { isMarked: true })).toBe('returned')
  for (const honest of ['NIP/GTB/RETURNER JOHN/hair', 'NIP/RVSLE VENTURES', 'NIP/REV SAMUEL ADE'])
    expect(kind(honest)).toBe('money')
})

test('only a mark makes a debit a return: its words are judged together with the credits', () => {
  expect(kind('RVSL NIP', { amountKobo: -100 })).toBe('money')
  expect(kind('NIP', { amountKobo: -100, isMarked: true })).toBe('returned')
})

test('a line recorded before kinds existed is money', () => {
  const id = '77777777-7777-4777-8777-777777777777'
  const data = {
    lineId: id,
    bankAccountId: id,
    statementId: id,
    bookedOn: '2026-11-12',
    valueOn: null,
    amountKobo: 100,
    balanceKobo: null,
    number: 1,
    personal: { keyId: id, box: 'AA==' },
    probablySameAs: null,
  }
  const metadata = {
    at: '2026-11-22T09:00:00.000Z',
    correlationId: 'request',
    causationId: 'command',
    actor: { kind: 'staff', id: 'ada' },
    schemaVersion: 1,
  }
  const { event } = bankLineEvents.decode({ type: 'BankLineRecorded', data, metadata })
  expect(event.data).toEqual({ ...data, kind: 'money' })
})
