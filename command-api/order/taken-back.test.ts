import type { TakenBackOutcome } from '@strand/contracts/order/taken-back'
import { deciderSpecification } from '@strand/platform/testing/decider-specification'
import { test } from 'vitest'
import { orderDecider } from './decider.ts'
import type { RecordedOrderEvent } from './state.ts'
import { created, orderId, sealed } from './testing/created-order.ts'

const { given } = deciderSpecification(orderDecider)

const [lineId, debitLineId] = [
  '0b9e5f2e-4a63-4f5e-9d0a-333333333333',
  '0b9e5f2e-4a63-4f5e-9d0a-444444444444',
]
const evidence = { lines: [{ lineId, amountKobo: 12_000 }] }
const approved = (position = '2') =>
  ({
    type: 'OrderApproved',
    data: { orderId, evidence },
    position,
  }) satisfies RecordedOrderEvent
const undone = (type: string, position: string) =>
  ({
    type: 'OrderChangeUndone',
    data: {
      orderId,
      undone: { position, type },
      from: 'confirmed',
      to: type === 'OrderApproved' ? 'pending' : 'confirmed',
      archivedFrom: null,
      message: null,
      forCustomer: 'unseen',
    },
    position: `${position}1`,
  }) satisfies RecordedOrderEvent
const archived = (from: 'pending' | 'shipped') =>
  ({
    type: 'OrderArchived',
    data: { orderId, from, message: null },
  }) satisfies RecordedOrderEvent
const moved = (from: 'confirmed' | 'shipped', to: 'shipped' | 'returned') =>
  ({
    type: 'OrderStatusChanged',
    data: { orderId, from, to, message: null },
    position: '3',
  }) satisfies RecordedOrderEvent

const back = {
  orderId,
  lineId,
  debitLineId,
  amountKobo: 12_000,
  takenBackOn: '2026-11-14',
  isCertain: true,
}
const takenBack = { type: 'OrderMoneyTakenBack', data: back } satisfies RecordedOrderEvent
const inDoubt = {
  type: 'OrderMoneyTakenBack',
  data: { ...back, isCertain: false },
} satisfies RecordedOrderEvent
const note = (of = lineId, isCertain = true) =>
  ({
    type: 'NoteTakenBack',
    lineId: of,
    debitLineId,
    amountKobo: 12_000,
    takenBackOn: '2026-11-14',
    isCertain,
  }) as const
const see = (text: string | null = null) =>
  ({
    type: 'SeeToTakenBack',
    lineId,
    outcome: 'asked',
    note: text === null ? null : sealed(text),
  }) as const
const seenTo = (text: string | null = null, outcome: TakenBackOutcome = 'asked') =>
  ({
    type: 'OrderMoneyTakenBackSeenTo',
    data: { orderId, lineId, outcome, note: text === null ? null : sealed(text) },
  }) satisfies RecordedOrderEvent

test('money that was taken back is noted on an approved order, whatever its status since', () => {
  const shipped = [created, approved(), moved('confirmed', 'shipped')]
  for (const history of [
    [created, approved()],
    shipped,
    [...shipped, moved('shipped', 'returned')],
    [...shipped, archived('shipped')],
  ])
    given(...history)
      .when(note())
      .thenEvents(takenBack)
})

test('it is noted once for each line', () => {
  given(created, approved(), takenBack).when(note()).thenEvents()
  given(created, approved(), takenBack, seenTo()).when(note()).thenEvents()
  const other = '0b9e5f2e-4a63-4f5e-9d0a-555555555555'
  given(created, approved(), takenBack)
    .when(note(other))
    .thenEvents({ type: 'OrderMoneyTakenBack', data: { ...back, lineId: other } })
})

test('a doubt is noted once, and again if it becomes certain, unless someone has dealt with it', () => {
  const doubted = [created, approved(), inDoubt]
  given(created, approved()).when(note(lineId, false)).thenEvents(inDoubt)
  given(...doubted)
    .when(note(lineId, false))
    .thenEvents()
  given(...doubted)
    .when(note())
    .thenEvents(takenBack)
  given(...doubted, seenTo(null, 'mistaken'))
    .when(note(lineId, false))
    .thenEvents()
  given(...doubted, seenTo(null, 'mistaken'))
    .when(note())
    .thenEvents(takenBack)
  given(...doubted, seenTo(null, 'mistaken'), takenBack)
    .when(see())
    .thenEvents(seenTo())
  given(...doubted, seenTo())
    .when(note())
    .thenEvents()
  given(created, approved(), takenBack, seenTo(null, 'mistaken')).when(note()).thenEvents()
})

test('the shop ends an open doubt itself if its debit paid money back, and a new doubt is noted', () => {
  const end = { ...see(), outcome: 'paid-back' } as const
  const ended = seenTo(null, 'paid-back')
  const doubted = [created, approved(), inDoubt]
  given(...doubted)
    .when(end)
    .thenEvents(ended)
  for (const history of [
    [created, approved()],
    [created, approved(), takenBack],
    [...doubted, seenTo()],
    [...doubted, ended],
  ])
    given(...history)
      .when(end)
      .thenEvents()
  given(...doubted, ended)
    .when(see())
    .thenRejected('conflict')
  given(...doubted, ended)
    .when(note(lineId, false))
    .thenEvents(inDoubt)
  given(...doubted, ended)
    .when(note())
    .thenEvents(takenBack)
})

test('an order that is not approved has no money to lose', () => {
  given(created).when(note()).thenEvents()
  given(created, archived('pending')).when(note()).thenEvents()
})

test('an undone approval forgets what it lost; if the order is approved again, it is noted again', () => {
  const undoneAfter = [created, approved(), takenBack, undone('OrderApproved', '2')]
  given(...undoneAfter)
    .when(note())
    .thenEvents()
  given(...undoneAfter)
    .when(see())
    .thenRejected('not-found')
  given(...undoneAfter, approved('5'))
    .when(note())
    .thenEvents(takenBack)
  given(created, approved(), takenBack, undone('OrderStatusChanged', '3'))
    .when(see())
    .thenEvents(seenTo())
})

test('it does not prevent any undo', () => {
  given(created, approved(), takenBack, seenTo())
    .when({ type: 'UndoChange', position: '2', at: '2026-11-14T10:00:00.000Z' })
    .thenEvents({
      type: 'OrderChangeUndone',
      data: {
        orderId,
        undone: { position: '2', type: 'OrderApproved' },
        from: 'confirmed',
        to: 'pending',
        archivedFrom: null,
        message: null,
        forCustomer: 'mailed',
      },
    })
})

test('it is dealt with once, with a note if the order still has a key', () => {
  given(created, approved(), takenBack).when(see('Called her')).thenEvents(seenTo('Called her'))
  given(created, approved(), takenBack, seenTo()).when(see()).thenRejected('conflict')
  given(created, approved()).when(see()).thenRejected('not-found')
  const erased = { type: 'OrderPersonalDataErased', data: { orderId } } as const
  given(created, approved(), takenBack, erased).when(see('Called her')).thenRejected('conflict')
  given(created, approved(), takenBack, erased).when(see()).thenEvents(seenTo())
})
