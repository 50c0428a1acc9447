import type { OrderStatus } from '@strand/contracts/order/status'
import { deciderSpecification } from '@strand/platform/testing/decider-specification'
import { seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderDecider } from './decider.ts'
import type { RecordedOrderEvent } from './state.ts'
import { created, orderId, sealed } from './testing/created-order.ts'

const { given } = deciderSpecification(orderDecider)

const approved = {
  type: 'OrderApproved',
  data: { orderId, evidence: null },
  position: '2',
} satisfies RecordedOrderEvent
const changed = (from: OrderStatus, to: OrderStatus, position = '3') =>
  ({
    type: 'OrderStatusChanged',
    data: { orderId, from, to, message: null },
    position,
  }) satisfies RecordedOrderEvent
const archived = (from: OrderStatus, position = '4') =>
  ({
    type: 'OrderArchived',
    data: { orderId, from, message: null },
    position,
  }) satisfies RecordedOrderEvent
const restored = (to: OrderStatus, position = '5') =>
  ({ type: 'OrderRestored', data: { orderId, to }, position }) satisfies RecordedOrderEvent

const withoutPosition = ({ position: _, ...event }: RecordedOrderEvent): RecordedOrderEvent =>
  event as RecordedOrderEvent
const change = (to: OrderStatus, message: string | null = null) =>
  ({ type: 'ChangeStatus', to, message: message === null ? null : sealed(message) }) as const

test('an order is created once', () => {
  const { position: _, ...event } = created
  given().when({ type: 'CreateOrder', data: created.data }).thenEvents(event)
  given(created).when({ type: 'CreateOrder', data: created.data }).thenRejected('conflict')
})

/** When changes are undone, unless a test says otherwise. */
const at = '2026-11-22T10:00:00.000Z'

test('nothing can be done to an order that does not exist', () => {
  for (const command of [
    { type: 'ApproveOrder' },
    { type: 'ArchiveOrder' },
    { type: 'RestoreOrder' },
    change('shipped'),
    { type: 'ReviewOrder', review: sealed('review') },
    { type: 'UndoChange', position: '1', at },
    { type: 'ErasePersonalData' },
  ] as const)
    given().when(command).thenRejected('not-found', 'There is no order with this id')
})

test('a pending order can be approved, and then not again', () => {
  given(created).when({ type: 'ApproveOrder' }).thenEvents(withoutPosition(approved))
  given(created, approved)
    .when({ type: 'ApproveOrder' })
    .thenRejected('conflict', 'Only pending orders can be approved; this one is confirmed')
})

test('only a pending order is archived directly', () => {
  given(created)
    .when({ type: 'ArchiveOrder' })
    .thenEvents(withoutPosition(archived('pending')))
  given(created, approved).when({ type: 'ArchiveOrder' }).thenRejected('conflict')
  given(created, archived('pending'))
    .when({ type: 'ArchiveOrder' })
    .thenRejected('conflict', 'This order is already archived')
})

test('an archived order cannot be approved', () =>
  given(created, archived('pending')).when({ type: 'ApproveOrder' }).thenRejected('conflict'))

test('an order is restored to the status it was archived from', () => {
  given(created, archived('pending'))
    .when({ type: 'RestoreOrder' })
    .thenEvents(withoutPosition(restored('pending')))
  given(created, approved, changed('confirmed', 'shipped'), archived('shipped'))
    .when({ type: 'RestoreOrder' })
    .thenEvents(withoutPosition(restored('shipped')))
})

test('only an archived order can be restored', () => {
  given(created).when({ type: 'RestoreOrder' }).thenRejected('conflict')
  given(created, archived('pending'), restored('pending'))
    .when({ type: 'RestoreOrder' })
    .thenRejected('conflict')
})

test('an order can change between confirmed, shipped and returned in every direction', () => {
  const reached: Record<string, RecordedOrderEvent[]> = {
    confirmed: [created, approved],
    shipped: [created, approved, changed('confirmed', 'shipped')],
    returned: [created, approved, changed('confirmed', 'returned')],
  }
  for (const [from, history] of Object.entries(reached))
    for (const to of ['confirmed', 'shipped', 'returned'] as const) {
      if (from === to) continue
      given(...history)
        .when(change(to))
        .thenEvents(withoutPosition(changed(from as OrderStatus, to)))
    }
})

test('confirmed, shipped and returned orders are archived by a status change, with its message', () => {
  given(created, approved)
    .when(change('archived', 'bye'))
    .thenEvents({
      type: 'OrderArchived',
      data: { orderId, from: 'confirmed', message: sealed('bye') },
    })
  given(created, approved, changed('confirmed', 'returned'))
    .when(change('archived'))
    .thenEvents(withoutPosition(archived('returned')))
})

test('a pending order is never given a status directly', () => {
  for (const to of ['pending', 'confirmed', 'shipped', 'returned', 'archived'] as const)
    given(created).when(change(to, 'hello')).thenRejected('conflict')
})

test('no order goes back to pending', () =>
  given(created, approved)
    .when(change('pending'))
    .thenRejected('conflict', 'An order never goes back to pending'))

test('only a restore changes an archived order’s status', () =>
  given(created, approved, archived('confirmed')).when(change('shipped')).thenRejected('conflict'))

test('the same status with a message changes only the message; without one it is refused', () => {
  given(created, approved)
    .when(change('confirmed', 'thank you'))
    .thenEvents({ type: 'OrderMessageUpdated', data: { orderId, message: sealed('thank you') } })
  given(created, approved)
    .when(change('confirmed'))
    .thenRejected('conflict', 'This order is confirmed already')
})

test('an order can be reviewed again and again, whatever its status', () => {
  const reviewed = { type: 'OrderReviewed', data: { orderId, review: sealed('good') } } as const
  given(created)
    .when({ type: 'ReviewOrder', review: sealed('good') })
    .thenEvents(reviewed)
  given(created, approved, reviewed)
    .when({ type: 'ReviewOrder', review: sealed('good') })
    .thenEvents(reviewed)
})

test('the last approval, archiving, restore or new status can be undone', () => {
  const undone = (
    event: RecordedOrderEvent,
    from: OrderStatus,
    to: OrderStatus,
    archivedFrom: OrderStatus | null = null,
  ) => {
    const position = event.position ?? ''
    return {
      type: 'OrderChangeUndone',
      data: {
        orderId,
        undone: { position, type: event.type },
        from,
        to,
        archivedFrom,
        message: null,
        forCustomer: event.type === 'OrderApproved' || from === 'shipped' ? 'mailed' : 'seen',
      },
    } satisfies RecordedOrderEvent
  }
  const undo = (event: RecordedOrderEvent) =>
    ({ type: 'UndoChange', position: event.position ?? '', at }) as const
  const shipped = changed('confirmed', 'shipped')
  given(created, approved)
    .when(undo(approved))
    .thenEvents(undone(approved, 'confirmed', 'pending'))
  given(created, approved, shipped)
    .when(undo(shipped))
    .thenEvents(undone(shipped, 'shipped', 'confirmed'))
  const away = archived('shipped')
  given(created, approved, shipped, away)
    .when(undo(away))
    .thenEvents(undone(away, 'archived', 'shipped'))
  const back = restored('shipped')
  given(created, approved, shipped, away, back)
    .when(undo(back))
    .thenEvents({
      ...undone(back, 'shipped', 'archived', 'shipped'),
      data: { ...undone(back, 'shipped', 'archived', 'shipped').data, forCustomer: 'seen' },
    })
})

test('the stream decides whether an undo came before the mail was sent', () => {
  const undoUntil = '2026-11-22T10:00:00.000Z'
  const waiting = { ...approved, data: { ...approved.data, undoUntil } }
  const released = { type: 'OrderMailReleased', data: { orderId, position: '2' } } as const
  const release = { type: 'ReleaseMail', position: '2' } as const
  const forCustomer = (history: RecordedOrderEvent[], at: string) => {
    const position = history.findLast((event) => event.position)?.position ?? ''
    const state = history.reduce(orderDecider.evolve, orderDecider.initialState)
    const [undone] = orderDecider.decide({ type: 'UndoChange', position, at }, state)
    return undone?.type === 'OrderChangeUndone' ? undone.data.forCustomer : undefined
  }
  const later = '2026-11-22T11:00:00.000Z'
  // A change is unseen until its email is released, however late. The clock decides only for a
  // change without an email.
  expect(forCustomer([created, waiting], later)).toBe('unseen')
  expect(forCustomer([created, waiting, released], undoUntil)).toBe('mailed')
  expect(forCustomer([created, approved], undoUntil)).toBe('mailed')
  const away = { ...archived('pending', '3'), data: { ...archived('pending').data, undoUntil } }
  expect(forCustomer([created, away], undoUntil)).toBe('unseen')
  expect(forCustomer([created, away], later)).toBe('seen')
  expect(forCustomer([created, archived('pending', '3')], undoUntil)).toBe('seen')

  given(created, waiting).when(release).thenEvents(released)
  given(created, waiting, reviewed(9)).when(release).thenEvents(released)
  given(created, waiting, released).when(release).thenEvents()
  given(created, approved).when(release).thenEvents()
  given(created, waiting, changed('confirmed', 'shipped')).when(release).thenEvents()
})

test('an undone restore can be restored again, to the same status', () => {
  const history = [created, archived('pending'), restored('pending')]
  const state = history.reduce(orderDecider.evolve, orderDecider.initialState)
  const [undone] = orderDecider.decide({ type: 'UndoChange', position: '5', at }, state)
  if (!undone) throw new Error('nothing was undone')
  given(...history, undone)
    .when({ type: 'RestoreOrder' })
    .thenEvents(withoutPosition(restored('pending')))
})

test('undoing a change brings back the message that held before it', () => {
  const first = {
    ...changed('confirmed', 'shipped', '3'),
    data: { ...changed('confirmed', 'shipped').data, message: sealed('first') },
  }
  const second = {
    ...changed('shipped', 'returned', '4'),
    data: { ...changed('shipped', 'returned').data, message: sealed('second') },
  }
  given(created, approved, first, second)
    .when({ type: 'UndoChange', position: '4', at })
    .thenEvents({
      type: 'OrderChangeUndone',
      data: {
        orderId,
        undone: { position: '4', type: 'OrderStatusChanged' },
        from: 'returned',
        to: 'shipped',
        archivedFrom: null,
        message: sealed('first'),
        forCustomer: 'mailed',
      },
    })
})

test('nothing is undone once something else has happened to the order', () => {
  const noted = {
    type: 'OrderMessageUpdated',
    data: { orderId, message: sealed('x') },
    position: '3',
  } satisfies RecordedOrderEvent
  given(created, approved, noted)
    .when({ type: 'UndoChange', position: '2', at })
    .thenRejected('conflict')
})

const reviewed = (position: number) =>
  ({
    type: 'OrderReviewed',
    data: { orderId, review: sealed('x') },
    position: String(position),
  }) satisfies RecordedOrderEvent

test('reviews never prevent a change from being undone, whenever they come', () => {
  const histories = [
    [created, approved],
    [created, approved, changed('confirmed', 'shipped')],
    [created, archived('pending')],
    [created, archived('pending'), restored('pending')],
  ]
  for (const history of histories)
    fc.assert(
      fc.property(fc.array(fc.nat(history.length - 1), { maxLength: 20 }), (places) => {
        const mixed = history.flatMap((event, index) => [
          event,
          ...places.filter((place) => place === index).map((_, nth) => reviewed(100 + nth)),
        ])
        const decide = (facts: RecordedOrderEvent[]) =>
          orderDecider.decide(
            { type: 'UndoChange', position: history.at(-1)?.position ?? '', at },
            facts.reduce(orderDecider.evolve, orderDecider.initialState),
          )
        expect(decide(mixed)).toEqual(decide(history))
      }),
      { seed },
    )
  given(created, approved, reviewed(3))
    .when({ type: 'UndoChange', position: '3', at })
    .thenRejected('conflict')
})

test('an order accepts at most 20 reviews', () => {
  const review = { type: 'ReviewOrder', review: sealed('x') } as const
  const reviews = Array.from({ length: 20 }, (_, nth) => reviewed(nth + 2))
  given(created, ...reviews.slice(1))
    .when(review)
    .thenEvents(withoutPosition(reviewed(2)))
  given(created, ...reviews)
    .when(review)
    .thenRejected('conflict', 'This order has already been reviewed 20 times')
})

test('an event that is not a status change cannot be undone, nor can an undo', () => {
  given(created).when({ type: 'UndoChange', position: '1', at }).thenRejected('conflict')
  const undone = {
    type: 'OrderChangeUndone',
    data: {
      orderId,
      undone: { position: '2', type: 'OrderApproved' },
      from: 'confirmed',
      to: 'pending',
      archivedFrom: null,
      message: null,
    },
    position: '3',
  } satisfies RecordedOrderEvent
  given(created, approved, undone)
    .when({ type: 'UndoChange', position: '3', at })
    .thenRejected('conflict')
})

test('personal data is erased once; a repeat changes nothing, and the order can go on', () => {
  const erased = { type: 'OrderPersonalDataErased', data: { orderId } } as const
  given(created).when({ type: 'ErasePersonalData' }).thenEvents(erased)
  given(created, erased).when({ type: 'ErasePersonalData' }).thenEvents()
  given(created, erased).when({ type: 'ApproveOrder' }).thenEvents(withoutPosition(approved))
  given(created, approved, erased)
    .when(change('shipped'))
    .thenEvents(withoutPosition(changed('confirmed', 'shipped')))
})

test('an order whose personal data was erased takes no more messages, reviews or notes', () => {
  const erased = { type: 'OrderPersonalDataErased', data: { orderId } } as const
  given(created, approved, erased).when(change('shipped', 'hello')).thenRejected('conflict')
  given(created, erased)
    .when({ type: 'ReviewOrder', review: sealed('x') })
    .thenRejected('conflict')
})

test('proofs of an order archived while pending are deleted after long enough', () => {
  const file = { fileUid: orderId, key: 'k', type: 'image/png', size: 1, sha256: 'a' } as const
  const placed = { ...created, data: { ...created.data, files: [file] } }
  const at = '2026-01-10T00:00:00.000Z'
  const command = (archivedBefore: string) =>
    ({ type: 'DeleteProofs', afterDays: 180, archivedBefore }) as const
  const due = command('2026-01-10T00:00:01.000Z')
  const spam = { ...archived('pending'), at }
  const deleted = { type: 'OrderProofsDeleted', data: { orderId, afterDays: 180 } } as const
  given(placed, spam).when(due).thenEvents(deleted)
  given(placed, spam).when(command('2026-01-09T23:59:59.000Z')).thenEvents()
  given(placed, spam, restored('pending')).when(due).thenEvents()
  given(placed, approved, { ...archived('confirmed'), at })
    .when(due)
    .thenEvents()
  given(placed, spam, deleted).when(due).thenEvents()
  given(created, spam).when(due).thenEvents()
})

const asked = {
  type: 'OrderQuestionAsked',
  data: { orderId, kind: 'proof', text: sealed('Unreadable') },
  id: '0b9e5f2e-4a63-4f5e-9d0a-222222222222',
} satisfies RecordedOrderEvent
const answered = {
  type: 'OrderQuestionAnswered',
  data: { orderId, text: sealed('Here') },
} satisfies RecordedOrderEvent
const ask = { type: 'AskQuestion', kind: 'proof', text: sealed('Unreadable') } as const
const answer = { type: 'AnswerQuestion' as const, text: sealed('Here'), files: [] }
const proof = (fileUid: string) =>
  ({ fileUid, key: fileUid, type: 'image/png', size: 1, sha256: fileUid }) as const

test('staff ask about a pending order, and a new question replaces an open or answered one', () => {
  const { id: _, ...event } = asked
  for (const before of [[], [asked], [asked, answered]])
    given(created, ...before)
      .when(ask)
      .thenEvents(event)
  given(created, approved).when(ask).thenRejected('conflict')
  given(created, archived('pending')).when(ask).thenRejected('conflict')
  const erased = { type: 'OrderPersonalDataErased', data: { orderId } } as const
  given(created, erased).when(ask).thenRejected('conflict')
})

test('a question is answered once, and only while the order is pending', () => {
  given(created, asked).when(answer).thenEvents(answered)
  given(created).when(answer).thenRejected('conflict')
  given(created, asked, answered).when(answer).thenRejected('conflict')
  given(created, asked, approved).when(answer).thenRejected('conflict')
  given(created, asked, archived('pending')).when(answer).thenRejected('conflict')
  given(created, asked, archived('pending'), restored('pending')).when(answer).thenEvents(answered)
  const erased = { type: 'OrderPersonalDataErased', data: { orderId } } as const
  given(created, asked, erased).when(answer).thenRejected('conflict')
})

test('an answer can add proofs until the order has ten', () => {
  const nine = { ...created, data: { ...created.data, files: Array.from('123456789', proof) } }
  const files = [proof('a')]
  const added = { type: 'OrderProofAdded', data: { orderId, files } } as const
  given(nine, asked)
    .when({ ...answer, files })
    .thenEvents(added, answered)
  given(nine, asked)
    .when({ ...answer, files: [...files, proof('b')] })
    .thenRejected('invalid')
  const deleted = { type: 'OrderProofsDeleted', data: { orderId, afterDays: 180 } } as const
  given(nine, archived('pending'), deleted, restored('pending'), asked)
    .when({ ...answer, files: [...files, proof('b')] })
    .thenEvents({ ...added, data: { orderId, files: [...files, proof('b')] } }, answered)
})
