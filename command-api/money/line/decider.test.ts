import type { BankLineEvent, BankLineRecorded } from '@strand/contracts/money/bank-line.events'
import { Rejected } from '@strand/event-sourcing/errors'
import { deciderSpecification } from '@strand/platform/testing/decider-specification'
import { seed } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BankLineCommand, bankLineDecider } from './decider.ts'
import { allocatedKobo, type BankLineState } from './state.ts'

const { given } = deciderSpecification(bankLineDecider)
const lineId = '0b9e5f2e-4a63-4f5e-9d0a-111111111111'
const into = '0b9e5f2e-4a63-4f5e-9d0a-222222222222'
const sealed = { keyId: '0b9e5f2e-4a63-4f5e-9d0a-333333333333', box: 'box' }
const recorded = (what: Partial<BankLineRecorded> = {}): BankLineEvent => ({
  type: 'BankLineRecorded',
  data: {
    lineId,
    bankAccountId: lineId,
    statementId: lineId,
    bookedOn: '2026-11-12',
    valueOn: null,
    amountKobo: 100,
    balanceKobo: null,
    number: 1,
    personal: sealed,
    probablySameAs: null,
    kind: 'money',
    ...what,
  },
})
const pays = (orderId: string, amountKobo: number, approving: string | null = null) => ({
  allocations: [{ orderId, amountKobo }],
  rule: 'by hand' as const,
  approving,
})
const matched = (orderId: string, amountKobo: number, approving: string | null = null) => ({
  type: 'BankLineMatched' as const,
  data: { lineId, ...pays(orderId, amountKobo, approving) },
})
const match = (orderId: string, amountKobo: number, approving: string | null = null) =>
  ({ type: 'MatchLine', ...pays(orderId, amountKobo, approving) }) as const

test('a line pays at most its amount, and no order twice', () => {
  given(recorded()).when(match('A', 100)).thenEvents(matched('A', 100))
  given(recorded()).when(match('A', 101)).thenRejected('conflict')
  given(recorded(), matched('A', 60)).when(match('B', 40)).thenEvents(matched('B', 40))
  given(recorded(), matched('A', 60)).when(match('B', 41)).thenRejected('conflict')
  given(recorded(), matched('A', 60))
    .when(match('A', 1))
    .thenRejected('conflict', 'This line already pays for order A')
  const [half] = pays('A', 50).allocations
  if (!half) throw new Error('no half')
  given(recorded())
    .when({ ...match('A', 50), allocations: [half, half] })
    .thenRejected('conflict', 'Please name each order only once')
})

test('a line that pays nothing can be withdrawn, then takes no commands, and can be recorded again', () => {
  const withdraw = { type: 'WithdrawLine', statementId: into } as const
  const withdrawn: BankLineEvent = {
    type: 'BankLineWithdrawn',
    data: { lineId, statementId: into },
  }
  given(recorded()).when(withdraw).thenEvents(withdrawn)
  given(recorded({ amountKobo: -100 }))
    .when(withdraw)
    .thenEvents(withdrawn)
  given(recorded({ probablySameAs: into }))
    .when(withdraw)
    .thenEvents(withdrawn)
  given(recorded(), withdrawn).when(withdraw).thenEvents()
  given(recorded(), matched('A', 1))
    .when(withdraw)
    .thenRejected('conflict', 'This line pays for order A')
  const refusal = ['conflict', 'The import of this line’s statement was undone'] as const
  given(recorded(), withdrawn)
    .when(match('A', 1))
    .thenRejected(...refusal)
  for (const type of ['ReopenLine', 'KeepLine'] as const)
    given(recorded(), withdrawn)
      .when({ type })
      .thenRejected(...refusal)
  given(recorded({ probablySameAs: into }), withdrawn)
    .when({ type: 'MergeLine', into })
    .thenRejected(...refusal)
  given(recorded(), withdrawn)
    .when({ type: 'SetLineAside', kind: 'own', note: null })
    .thenRejected(...refusal)
  const again = recorded({ statementId: into })
  const record = (event: BankLineEvent) =>
    ({ type: 'RecordLineAgain', recorded: event.data as BankLineRecorded }) as const
  given(recorded(), withdrawn).when(record(again)).thenEvents(again)
  given(recorded()).when(record(again)).thenEvents()
  given(recorded(), withdrawn, again).when(match('A', 100)).thenEvents(matched('A', 100))
})

test('outgoing money pays nothing, and cannot be set aside', () => {
  const debit = recorded({ amountKobo: -100 })
  const refusal = ['conflict', 'This money left the account'] as const
  given(debit)
    .when(match('A', 1))
    .thenRejected(...refusal)
  given(debit)
    .when({ type: 'SetLineAside', kind: 'refund', note: null })
    .thenRejected(...refusal)
})

test('an approval that fails frees what it matched, and nothing else', () => {
  const free = (approving?: string): BankLineCommand => ({
    type: 'FreeLine',
    orderId: 'A',
    cause: 'not approved',
    approving,
  })
  const data = { lineId, orderIds: ['A'], cause: 'not approved' as const, reason: null }
  const freed: BankLineEvent = { type: 'BankLineUnmatched', data }
  given(recorded(), matched('A', 1, 'c'))
    .when(free('c'))
    .thenEvents(freed)
  given(recorded(), matched('A', 1, 'c'))
    .when(free('d'))
    .thenEvents()
  given(recorded(), matched('A', 1)).when(free('c')).thenEvents()
  given(recorded(), matched('A', 1)).when(free()).thenEvents(freed)
  given(recorded(), matched('B', 1)).when(free()).thenEvents()
})

test('a line can be merged or kept apart only once', () => {
  const same = recorded({ probablySameAs: into })
  const merged: BankLineEvent = { type: 'BankLineMerged', data: { lineId, into } }
  const apart: BankLineEvent = { type: 'BankLineKeptApart', data: { lineId, from: into } }
  given(same).when({ type: 'MergeLine', into }).thenEvents(merged)
  given(same).when({ type: 'MergeLine', into: lineId }).thenRejected('conflict')
  given(same).when({ type: 'KeepLine' }).thenEvents(apart)
  for (const event of [merged, apart]) {
    given(same, event).when({ type: 'MergeLine', into }).thenRejected('conflict')
    given(same, event).when({ type: 'KeepLine' }).thenRejected('conflict')
  }
  given().when({ type: 'KeepLine' }).thenRejected('not-found')
})

const owed = (amountKobo: number, orderId = 'A'): BankLineEvent => ({
  type: 'BankLineOwed',
  data: { lineId, owedId: into, orderId, amountKobo },
})
const owe = (amountKobo: number, orderId = 'A'): BankLineCommand => ({
  type: 'OweLine',
  owedId: into,
  orderId,
  amountKobo,
})

test('at most the unused part of a credit is owed back, and it then pays nothing else', () => {
  given(recorded(), matched('A', 60)).when(owe(40)).thenEvents(owed(40))
  given(recorded(), matched('A', 60)).when(owe(41)).thenRejected('conflict')
  given(recorded(), owed(40)).when(owe(40)).thenEvents()
  given(recorded(), owed(40)).when(match('B', 61)).thenRejected('conflict')
  given(recorded(), owed(40))
    .when({ type: 'SetLineAside', kind: 'own', note: null })
    .thenRejected('conflict')
  given(recorded(), owed(40))
    .when({ type: 'WithdrawLine', statementId: into })
    .thenRejected('conflict')
  given(recorded({ amountKobo: -100 }))
    .when(owe(1))
    .thenRejected('conflict')
  given(recorded({ kind: 'returned' }))
    .when(owe(1))
    .thenRejected('conflict')
  given(recorded({ probablySameAs: into }))
    .when(owe(1))
    .thenRejected('conflict')
  const notOwed: BankLineEvent = {
    type: 'BankLineNotOwed',
    data: { lineId, owedId: into, amountKobo: 40 },
  }
  given(recorded(), owed(40)).when({ type: 'UnoweLine', owedId: into }).thenEvents(notOwed)
  given(recorded(), owed(40), notOwed).when({ type: 'UnoweLine', owedId: into }).thenEvents()
  given(recorded(), owed(40), notOwed).when(match('B', 100)).thenEvents(matched('B', 100))
})

test('a debit pays back at most its own amount', () => {
  const debit = recorded({ amountKobo: -100 })
  const by = (amountKobo: number, owedId = into): BankLineCommand => ({
    type: 'PayBackByLine',
    owedId,
    orderId: 'A',
    amountKobo,
  })
  const paid: BankLineEvent = {
    type: 'BankLinePaidBack',
    data: { lineId, owedId: into, orderId: 'A', amountKobo: 60 },
  }
  given(debit).when(by(60)).thenEvents(paid)
  given(debit).when(by(101)).thenRejected('conflict')
  given(debit, paid).when(by(60)).thenEvents()
  given(debit, paid).when(by(41, lineId)).thenRejected('conflict')
  given(debit, paid).when({ type: 'WithdrawLine', statementId: into }).thenRejected('conflict')
  given(recorded()).when(by(1)).thenRejected('conflict')
  given(recorded({ amountKobo: -100, probablySameAs: into }))
    .when(by(1))
    .thenRejected('conflict')
})

test('a line’s texts are erased with the only order that it pays or is owed back for', () => {
  const erase = (orderId: string | null): BankLineCommand => ({
    type: 'EraseLineText',
    cause: orderId === null ? 'expired' : 'order erased',
    orderId,
  })
  const gone = (cause: 'expired' | 'order erased'): BankLineEvent => ({
    type: 'BankLineTextErased',
    data: { lineId, cause },
  })
  given(recorded(), owed(100)).when(erase('A')).thenEvents(gone('order erased'))
  given(recorded(), owed(100)).when(erase('B')).thenEvents()
  given(recorded(), matched('B', 1), owed(99)).when(erase('A')).thenEvents()
  given(recorded(), owed(100)).when(erase(null)).thenEvents()
})

const order = fc.constantFrom('A', 'B', 'C')
const command: fc.Arbitrary<BankLineCommand> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('MatchLine' as const),
      allocations: fc.array(
        fc.record({ orderId: order, amountKobo: fc.integer({ min: 1, max: 120 }) }),
        { minLength: 1, maxLength: 3 },
      ),
      rule: fc.constant('by hand' as const),
      approving: fc.constantFrom(null, 'c', 'd'),
    }),
  },
  fc.constant({ type: 'UnmatchLine' as const, reason: sealed }),
  fc.record({
    type: fc.constant('FreeLine' as const),
    orderId: order,
    cause: fc.constantFrom('undone' as const, 'archived' as const, 'not approved' as const),
    approving: fc.constantFrom(undefined, 'c', 'd'),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('OweLine' as const, 'PayBackByLine' as const),
      owedId: fc.constantFrom(lineId, into),
      orderId: order,
      amountKobo: fc.integer({ min: 1, max: 120 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('UnoweLine' as const, 'UndoPayBack' as const),
      owedId: fc.constantFrom(lineId, into),
    }),
  },
  fc.constant({ type: 'SetLineAside' as const, kind: 'own' as const, note: null }),
  fc.constant({ type: 'ReopenLine' as const }),
  fc.record({ type: fc.constant('MergeLine' as const), into: fc.constantFrom(into, lineId) }),
  fc.constant({ type: 'KeepLine' as const }),
  fc.record({
    type: fc.constant('EraseLineText' as const),
    cause: fc.constant('order erased' as const),
    orderId: fc.option(order),
  }),
)
const history = fc.array(command, { minLength: 4, maxLength: 14 })
const firstEvent = fc.record({
  amountKobo: fc.constantFrom(100, 100, 100, -100),
  probablySameAs: fc.constantFrom(null, null, into),
})

const assertSound = (line: BankLineState) => {
  const { recorded, allocations, owed, paysBack, setAside, probablySameAs, mergedInto } = line
  const parts = [...allocations, ...owed, ...paysBack]
  if (parts.length === 0) return
  expect(parts.reduce((sum, { amountKobo }) => sum + amountKobo, 0)).toBe(allocatedKobo(line))
  expect(allocatedKobo(line)).toBeLessThanOrEqual(Math.abs(recorded.amountKobo))
  expect([allocations.length + owed.length, paysBack.length]).toContain(0)
  expect(paysBack.length > 0).toBe(recorded.amountKobo < 0)
  expect(parts.every(({ amountKobo }) => amountKobo > 0)).toBe(true)
  const orders = allocations.map(({ orderId }) => orderId)
  expect(new Set(orders).size).toBe(orders.length)
  expect([setAside, probablySameAs, mergedInto]).toEqual([null, null, null])
}

const histories = repetitions({ usual: 2_000, long: 10_000 })

test(`in ${histories} histories no line pays, owes or pays back more than its amount, and none while not open`, () => {
  const seen = { matched: 0, several: 0, refused: 0, accepted: new Set<string>() }
  fc.assert(
    fc.property(firstEvent, history, (first, commands) => {
      let line = bankLineDecider.evolve(null, recorded(first))
      for (const one of commands) {
        try {
          const events = bankLineDecider.decide(one, line)
          if (events.length > 0) seen.accepted.add(one.type)
          line = events.reduce(bankLineDecider.evolve, line)
        } catch (error) {
          if (!(error instanceof Rejected)) throw error
          seen.refused += 1
        }
        if (!line) throw new Error('the line is gone')
        assertSound(line)
        if (line.allocations.length > 0) seen.matched += 1
        if (line.allocations.length > 1) seen.several += 1
      }
    }),
    { seed, numRuns: histories },
  )
  // The histories contain all the cases that this test is about.
  expect(seen.accepted.size).toBe(12)
  for (const count of [seen.matched, seen.several, seen.refused])
    expect(count).toBeGreaterThan(histories / 10)
})
