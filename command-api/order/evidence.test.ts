import {
  evidenceLines,
  type PaymentEvidence,
  type RecordedEvidence,
} from '@strand/contracts/money/evidence'
import { deciderSpecification } from '@strand/platform/testing/decider-specification'
import { seed } from '@strand/platform/testing/random'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OrderCommand, orderDecider } from './decider.ts'
import type { RecordedOrderEvent } from './state.ts'
import { createdFor, orderId } from './testing/created-order.ts'

const { given } = deciderSpecification(orderDecider)
const total = 100_000
const created = createdFor(total)
const lines = (...amounts: number[]): RecordedEvidence => ({
  lines: amounts.map((amountKobo, at) => ({ lineId: `line ${at} of ${amounts}`, amountKobo })),
})
const without: RecordedEvidence = { without: { keyId: 'k', box: 'reason' } }
const approve = (
  evidence: RecordedEvidence,
  demand?: PaymentEvidence,
  mayWaive = false,
): OrderCommand => ({
  type: 'ApproveOrder',
  evidence,
  ...(demand && { demand: { evidence: demand, mayWaive } }),
})
const approved = (evidence: RecordedEvidence): RecordedOrderEvent => ({
  type: 'OrderApproved',
  data: { orderId, evidence },
})

test('money below the total approves nothing', () => {
  given(created)
    .when(approve(lines(total * 100 - 1)))
    .thenRejected('conflict')
  for (const enough of [lines(total * 100), lines(1, total * 100 - 1), lines(total * 101)])
    given(created).when(approve(enough)).thenEvents(approved(enough))
})

test('a shop demands nothing, money or a reason, or money', () => {
  const money = lines(total * 100)
  for (const demand of ['optional', 'reason', 'required'] as const)
    given(created).when(approve(money, demand)).thenEvents(approved(money))
  given(created).when(approve(null, 'optional')).thenEvents(approved(null))
  given(created).when(approve(null, 'reason')).thenRejected('invalid')
  given(created).when(approve(without, 'reason')).thenEvents(approved(without))
  given(created).when(approve(without, 'required')).thenRejected('conflict')
  given(created)
    .when(approve(null, 'required', true))
    .thenRejected('conflict')
  given(created)
    .when(approve(without, 'required', true))
    .thenEvents(approved(without))
  // If there is another reason to refuse the approval, that reason comes first.
  given(created, approved(null)).when(approve(null, 'reason')).thenRejected('conflict')
})

const evidence = fc.oneof(
  fc.constant(null),
  fc.constant(without),
  fc
    .array(fc.constantFrom(1, 5_000_000, 10_000_000, 20_000_000), { minLength: 1, maxLength: 3 })
    .map((amounts) => lines(...amounts)),
)
const whats = ['approve', 'approve', 'approve', 'withdraw', 'archive', 'restore', 'undo'] as const
const step = fc.record({
  what: fc.constantFrom(...whats),
  who: fc.constantFrom('tola', 'bisi'),
  evidence,
})
type Step = { what: (typeof whats)[number]; who: string; evidence: RecordedEvidence }
const rules = fc.record({
  above: fc.constantFrom(total - 1, total),
  demand: fc.constantFrom('optional', 'reason', 'required'),
})

const commandOf = (
  { what, who, evidence }: Step,
  position: string,
  { above, demand }: { above: number; demand: PaymentEvidence },
): OrderCommand => {
  const owner = who === 'bisi'
  switch (what) {
    case 'approve':
      return {
        type: 'ApproveOrder',
        evidence,
        fourEyes: { above, by: who, isSameHand: false },
        demand: { evidence: demand, mayWaive: owner },
      }
    case 'withdraw':
      return { type: 'WithdrawApproval', by: who }
    case 'archive':
      return { type: 'ArchiveOrder' }
    case 'restore':
      return { type: 'RestoreOrder' }
    case 'undo':
      return { type: 'UndoChange', position, at: '2026-03-10T12:00:00.000Z' }
  }
}

test('no approval in any history rests on less than the shop demands, or on invented evidence', () => {
  let approvals = 0
  fc.assert(
    fc.property(rules, fc.array(step, { maxLength: 20 }), (rule, steps) => {
      const events: RecordedOrderEvent[] = [created]
      let proposal: RecordedEvidence = null
      const named = new Set<string>()
      for (const one of steps) {
        const state = events.reduce(orderDecider.evolve, orderDecider.initialState)
        let decided: RecordedOrderEvent[] = []
        try {
          const command = commandOf(one, state?.lastChange.position ?? '', rule)
          decided = orderDecider.decide(command, state)
        } catch {
          // The command was refused.
        }
        for (const event of decided) {
          const position = String(events.length + 1)
          events.push({
            ...event,
            by: { kind: 'staff', id: one.who },
            commandId: position,
            position,
          })
          if (event.type !== 'OrderApproved' && event.type !== 'OrderApprovalProposed') {
            if (event.type === 'OrderApprovalWithdrawn') proposal = null
            continue
          }
          const { evidence } = event.data
          for (const { lineId } of evidenceLines(evidence)) named.add(lineId)
          const kobo = evidenceLines(evidence).reduce((sum, { amountKobo }) => sum + amountKobo, 0)
          const isEnough =
            evidence === null
              ? rule.demand === 'optional'
              : kobo >= total * 100 ||
                ('without' in evidence && (rule.demand !== 'required' || one.who === 'bisi'))
          expect(isEnough).toBe(true)
          if (event.type === 'OrderApprovalProposed') proposal = evidence
          else {
            approvals += 1
            expect(evidence).toEqual(one.evidence ?? (rule.above < total ? proposal : null))
          }
        }
        const after = events.reduce(orderDecider.evolve, orderDecider.initialState)
        expect(after?.approval !== null).toBe(after?.status === 'confirmed')
        expect(new Set(after?.namedLines)).toEqual(named)
        const last = events.findLast(({ type }) => type === 'OrderApproved')
        if (after?.approval) expect(after.approval.commandId).toBe(last?.position)
        const isUndone = events.some(
          ({ type }) => type === 'OrderChangeUndone' || type === 'OrderRestored',
        )
        expect(after?.decisionUndone).toBe(isUndone)
      }
    }),
    { seed, numRuns: 500 },
  )
  expect(approvals).toBeGreaterThan(50)
})
