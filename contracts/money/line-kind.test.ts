import { expect, test } from 'vitest'
import { bankLineEvents } from './bank-line.events.ts'

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
