import { deciderSpecification } from '@strand/platform/testing/decider-specification'
import { test } from 'vitest'
import { orderDecider } from './decider.ts'
import type { RecordedOrderEvent } from './state.ts'
import { created, orderId, sealed } from './testing/created-order.ts'

const { given } = deciderSpecification(orderDecider)

const [owedId, lineId, debit, other] = [
  '0b9e5f2e-4a63-4f5e-9d0a-222222222222',
  '0b9e5f2e-4a63-4f5e-9d0a-333333333333',
  '0b9e5f2e-4a63-4f5e-9d0a-444444444444',
  '0b9e5f2e-4a63-4f5e-9d0a-555555555555',
]
const reason = sealed('reason')
const erased = { type: 'OrderPersonalDataErased', data: { orderId } } satisfies RecordedOrderEvent
const owed = {
  type: 'OrderMoneyOwed',
  data: { orderId, owedId, lineId, amountKobo: 100, reason },
} satisfies RecordedOrderEvent
const paid = (debitLineId: string, amountKobo: number, restKobo: number) =>
  ({
    type: 'OrderMoneyPaidBack',
    data: { orderId, owedId, debitLineId, amountKobo, restKobo },
  }) satisfies RecordedOrderEvent
const owe = { type: 'OweMoney', owedId, lineId, amountKobo: 100, reason } as const
const payBack = (debitLineId: string, amountKobo: number) =>
  ({ type: 'PayBackMoney', owedId, debitLineId, amountKobo }) as const

test('money is owed back for an order whose customer is known', () => {
  given(created).when(owe).thenEvents(owed)
  given(created, erased).when(owe).thenRejected('conflict')
  given().when(owe).thenRejected('not-found')
})

test('it is paid back part by part, and never more than is owed', () => {
  given(created).when(payBack(debit, 1)).thenRejected('not-found')
  given(created, owed)
    .when(payBack(debit, 60))
    .thenEvents(paid(debit, 60, 40))
  given(created, owed).when(payBack(debit, 101)).thenRejected('conflict')
  given(created, owed, paid(debit, 60, 40))
    .when(payBack(debit, 1))
    .thenRejected('conflict')
  given(created, owed, paid(debit, 60, 40))
    .when(payBack(other, 41))
    .thenRejected('conflict')
  given(created, owed, paid(debit, 60, 40))
    .when(payBack(other, 40))
    .thenEvents(paid(other, 40, 0))
  given(created, owed, paid(debit, 100, 0))
    .when(payBack(other, 1))
    .thenRejected('conflict')
  given(created, owed, erased)
    .when(payBack(debit, 100))
    .thenEvents(paid(debit, 100, 0))
})

test('debts and payments can be undone, the last one first', () => {
  const notOwed = {
    type: 'OrderMoneyNotOwed',
    data: { orderId, owedId, reason },
  } satisfies RecordedOrderEvent
  const notPaid = {
    type: 'OrderMoneyNotPaidBack',
    data: { orderId, owedId, debitLineId: debit },
  } satisfies RecordedOrderEvent
  const unowe = { type: 'UnoweMoney', owedId, reason } as const
  const undo = { type: 'UndoPayBackMoney', owedId, debitLineId: debit } as const
  given(created, owed).when(unowe).thenEvents(notOwed)
  given(created, owed, paid(debit, 60, 40))
    .when(unowe)
    .thenRejected('conflict')
  given(created, owed).when(undo).thenRejected('conflict')
  given(created, owed, paid(debit, 60, 40))
    .when(undo)
    .thenEvents(notPaid)
  given(created, owed, paid(debit, 60, 40), notPaid)
    .when(unowe)
    .thenEvents(notOwed)
  given(created, owed, paid(debit, 60, 40), notPaid)
    .when(payBack(debit, 100))
    .thenEvents(paid(debit, 100, 0))
  given(created, owed, notOwed).when(payBack(debit, 1)).thenRejected('not-found')
})
