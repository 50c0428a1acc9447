import { deciderSpecification } from '@strand/platform/testing/decider-specification'
import { seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OrderCommand, orderDecider } from '../decider.ts'
import type { RecordedOrderEvent } from '../state.ts'
import { createdFor, orderId } from '../testing/created-order.ts'

const { given } = deciderSpecification(orderDecider)
const total = 100_000
const created = createdFor(total)
const by = (id: string) => ({ kind: 'staff', id }) as const
const proposedBy = (id: string): RecordedOrderEvent => ({
  type: 'OrderApprovalProposed',
  data: { orderId, evidence: null },
  by: by(id),
  position: '2',
})
const approve = (id: string, above = total - 1, isSameHand = false): OrderCommand => ({
  type: 'ApproveOrder',
  fourEyes: { above, by: id, isSameHand },
})
const approved = { type: 'OrderApproved', data: { orderId, evidence: null } } as const
const proposed = { type: 'OrderApprovalProposed', data: { orderId, evidence: null } } as const
const withdrawn = { type: 'OrderApprovalWithdrawn', data: { orderId } } as const

test('above the limit the first approval is a proposal, and a second person confirms', () => {
  given(created).when(approve('tola')).thenEvents(proposed)
  given(created, proposedBy('tola')).when(approve('bisi')).thenEvents(approved)
  given(created, proposedBy('tola'))
    .when(approve('tola'))
    .thenRejected('conflict', 'You have approved this order: a second person has to approve it too')
})

test('an account and the person who recently created it do not count as two people', () => {
  given(created, proposedBy('tola'))
    .when(approve('bisi', total - 1, true))
    .thenRejected(
      'conflict',
      'One of you created the account of the other in the last 30 days: someone else has to approve it too',
    )
  given(created)
    .when(approve('bisi', total, true))
    .thenEvents(approved)
})

test('without a limit, and up to it, one person is enough', () => {
  given(created).when({ type: 'ApproveOrder' }).thenEvents(approved)
  given(created).when(approve('tola', total)).thenEvents(approved)
})

test('only the proposer can withdraw the proposal, and only while the order is pending', () => {
  const withdraw = (id: string) => ({ type: 'WithdrawApproval', by: id }) as const
  given(created, proposedBy('tola')).when(withdraw('tola')).thenEvents(withdrawn)
  given(created, proposedBy('tola')).when(withdraw('bisi')).thenRejected('conflict')
  given(created).when(withdraw('tola')).thenRejected('conflict')
  given(created, proposedBy('tola'), approved).when(withdraw('tola')).thenRejected('conflict')
})

const people = ['tola', 'bisi', 'chidi'] as const
type Step = { who: (typeof people)[number]; what: OrderCommand['type'] | 'UndoLast' }

/** Runs people's actions in order; a refused one changes nothing. */
const history = (steps: Step[]): RecordedOrderEvent[] => {
  const events: RecordedOrderEvent[] = [created]
  for (const { who, what } of steps) {
    const state = events.reduce(orderDecider.evolve, orderDecider.initialState)
    const note = { keyId: 'k', box: 'note' }
    const commands: Partial<Record<Step['what'], OrderCommand>> = {
      ApproveOrder: approve(who),
      WithdrawApproval: { type: 'WithdrawApproval', by: who },
      ArchiveOrder: { type: 'ArchiveOrder' },
      RestoreOrder: { type: 'RestoreOrder' },
      ChangeStatus: { type: 'ChangeStatus', to: 'archived', message: null },
      UndoLast: {
        type: 'UndoChange',
        position: state?.lastChange.position ?? '',
        at: '2026-03-10T12:00:00.000Z',
      },
      AddNote: { type: 'AddNote', note, mentions: [] },
      AssignOrder: { type: 'AssignOrder', to: who },
    }
    const command = commands[what]
    try {
      const decided = command ? orderDecider.decide(command, state) : []
      for (const event of decided)
        events.push({ ...event, by: by(who), position: String(events.length + 1) })
    } catch {
      // The action was refused.
    }
  }
  return events
}

test('no history of approvals, withdrawals, archivings and undos lets one person confirm alone', () => {
  const whats = [
    ...(['ApproveOrder', 'ApproveOrder', 'WithdrawApproval', 'ArchiveOrder'] as const),
    ...(['RestoreOrder', 'ChangeStatus', 'UndoLast', 'AddNote', 'AssignOrder'] as const),
  ]
  const step = fc.record({ who: fc.constantFrom(...people), what: fc.constantFrom(...whats) })
  let confirmations = 0
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let proposer: string | null = null
      for (const event of history(steps)) {
        if (event.type === 'OrderApprovalProposed') proposer = event.by?.id ?? null
        if (event.type === 'OrderApprovalWithdrawn') proposer = null
        if (event.type !== 'OrderApproved') continue
        confirmations += 1
        expect(proposer).not.toBeNull()
        expect(event.by?.id).not.toBe(proposer)
      }
    }),
    { seed, numRuns: 500 },
  )
  expect(confirmations).toBeGreaterThan(50)
})

test('undoing the confirmation leads back to the proposal', () => {
  const steps = [
    { who: 'tola', what: 'ApproveOrder' },
    { who: 'bisi', what: 'ApproveOrder' },
    { who: 'bisi', what: 'AddNote' },
    { who: 'bisi', what: 'AssignOrder' },
    { who: 'bisi', what: 'UndoLast' },
  ] as const satisfies Step[]
  const events = history([...steps])
  expect(events.at(-1)).toMatchObject({ type: 'OrderChangeUndone', data: { to: 'pending' } })
  given(...events)
    .when(approve('tola'))
    .thenRejected('conflict')
  given(...events)
    .when(approve('chidi'))
    .thenEvents(approved)
})

test('notes are limited in number, and repeating an assignment does nothing', () => {
  const note = { keyId: 'k', box: 'note' }
  const added = {
    type: 'OrderNoteAdded',
    data: { orderId, note, mentions: [] },
  } satisfies RecordedOrderEvent
  const add: OrderCommand = { type: 'AddNote', note, mentions: [] }
  given(created, ...Array(99).fill(added))
    .when(add)
    .thenEvents(added)
  given(created, ...Array(100).fill(added))
    .when(add)
    .thenRejected('conflict', 'This order already has 100 notes')
  const assigned = { type: 'OrderAssigned', data: { orderId, to: 'tola' } } as const
  given(created).when({ type: 'AssignOrder', to: 'tola' }).thenEvents(assigned)
  given(created, assigned).when({ type: 'AssignOrder', to: 'tola' }).thenEvents()
  given(created).when({ type: 'AssignOrder', to: null }).thenEvents()
})
