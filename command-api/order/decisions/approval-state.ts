import type { Actor } from '@strand/contracts/envelope'
import type { RecordedEvidence } from '@strand/contracts/money/evidence'
import type { OrderEvent } from '@strand/contracts/order/events'
import type { TakenBackOutcome } from '@strand/contracts/order/taken-back'

/** `outcome` is null until somebody has seen to it. */
export type TakenBackLine = {
  lineId: string
  isCertain: boolean
  outcome: TakenBackOutcome | null
}

/** What an order knows of its approvals. */
export type ApprovalState = {
  /**
   * Who proposed to approve the order. It counts while the order is pending, so the undo of the
   * approval leads back to it.
   */
  proposedBy: string | null
  /** What the proposal rests on. */
  proposedEvidence: RecordedEvidence
  /** The approval that holds, and the command that it was: undefined only before it is in the log. */
  approval: { commandId: string | undefined; evidence: RecordedEvidence } | null
  /** An approval was undone: then nothing but a person approves the order again. */
  approvalUndone: boolean
  /** The bank lines that any approval or proposal has named so far. */
  namedLines: string[]
  /** The lines of this approval that the bank took back, or may have, and what was done about it. */
  takenBack: TakenBackLine[]
}

export const withoutApproval: ApprovalState = {
  proposedBy: null,
  proposedEvidence: null,
  approval: null,
  approvalUndone: false,
  namedLines: [],
  takenBack: [],
}

/** The bank lines of an approval; none where it rests on a reason, or on nothing. */
export const linesOf = (evidence: RecordedEvidence) =>
  evidence !== null && 'lines' in evidence ? evidence.lines : []

const named = ({ namedLines }: ApprovalState, evidence: RecordedEvidence): string[] => [
  ...new Set([...namedLines, ...linesOf(evidence).map(({ lineId }) => lineId)]),
]

type ApprovalEvent = { commandId?: string; by?: Actor } & Extract<
  OrderEvent,
  {
    type:
      | 'OrderApproved'
      | 'OrderApprovalProposed'
      | 'OrderApprovalWithdrawn'
      | 'OrderChangeUndone'
      | 'OrderMoneyTakenBack'
      | 'OrderMoneyTakenBackSeenTo'
  }
>

/** What an event changes about the approvals. */
export const approvalAfter = (
  state: ApprovalState,
  event: ApprovalEvent,
): Partial<ApprovalState> => {
  switch (event.type) {
    case 'OrderApprovalProposed': {
      const { evidence } = event.data
      const proposedBy = event.by?.id ?? null
      return { proposedBy, proposedEvidence: evidence, namedLines: named(state, evidence) }
    }
    case 'OrderApprovalWithdrawn':
      return { proposedBy: null, proposedEvidence: null }
    case 'OrderApproved': {
      const { evidence } = event.data
      const approval = { commandId: event.commandId, evidence }
      return { approval, namedLines: named(state, evidence) }
    }
    case 'OrderChangeUndone':
      return event.data.undone.type === 'OrderApproved'
        ? { approval: null, approvalUndone: true, takenBack: [] }
        : {}
    case 'OrderMoneyTakenBack': {
      const { lineId, isCertain } = event.data
      const others = state.takenBack.filter((one) => one.lineId !== lineId)
      return { takenBack: [...others, { lineId, isCertain, outcome: null }] }
    }
    case 'OrderMoneyTakenBackSeenTo': {
      const { lineId, outcome } = event.data
      const seenTo = state.takenBack.map((one) =>
        one.lineId === lineId ? { lineId, isCertain: one.isCertain, outcome } : one,
      )
      return { takenBack: seenTo }
    }
  }
}
