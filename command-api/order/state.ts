import type { Actor, Sealed } from '@strand/contracts/envelope'
import { evidenceLines, type RecordedEvidence } from '@strand/contracts/money/evidence'
import type { OrderEvent, OrderStreamEvent } from '@strand/contracts/order/events'
import { mailOfEvent } from '@strand/contracts/order/mail-of-event'
import type { ProofFile } from '@strand/contracts/order/proof-file'
import type { QuestionKind } from '@strand/contracts/order/question-kind'
import { shipmentAfter } from '@strand/contracts/order/shipment'
import type { OrderStatus } from '@strand/contracts/order/status'
import type { TakenBackOutcome } from '@strand/contracts/order/taken-back'

/**
 * An order's event. After it has been appended, it has an id, a time (ISO 8601), an actor, a
 * command and a position.
 */
export type RecordedOrderEvent = OrderStreamEvent & {
  id?: string
  at?: string
  by?: Actor
  commandId?: string
  position?: string
}

/**
 * The last question to the customer. If an approval is undone, the question returns to its earlier
 * state.
 */
export type Question = {
  /** The id of the event that asked; undefined until it has been appended. */
  id: string | undefined
  at: string | undefined
  kind: QuestionKind
  text: Sealed
  isAnswered: boolean
}

/** `outcome` is null until someone has dealt with the loss. */
export type TakenBackLine = {
  lineId: string
  isCertain: boolean
  outcome: TakenBackOutcome | null
}

type ApprovalState = {
  /**
   * Who proposed to approve the order. Kept after the order is approved, because an undo returns
   * the order to the proposal.
   */
  proposedBy: string | null
  proposedEvidence: RecordedEvidence
  /**
   * The current approval and its command. The command is undefined only until the event has been
   * appended.
   */
  approval: { commandId: string | undefined; evidence: RecordedEvidence } | null
  /**
   * Whether a decision was undone or the order was restored. After that, only a person can approve
   * it.
   */
  decisionUndone: boolean
  /** The bank lines that any approval or proposal of the order has named. */
  namedLines: string[]
  /**
   * The lines of this approval that the bank took back, or may have, and what was done about them.
   */
  takenBack: TakenBackLine[]
}

const withoutApproval: ApprovalState = {
  proposedBy: null,
  proposedEvidence: null,
  approval: null,
  decisionUndone: false,
  namedLines: [],
  takenBack: [],
}

/** Money that the shop owes back to the customer. */
export type OwedMoney = {
  owedId: string
  /** The credit that brought this money. */
  lineId: string
  amountKobo: number
  paidBack: { debitLineId: string; amountKobo: number }[]
}

type OrderSnapshot = {
  status: OrderStatus
  /** The status to which a restore returns the order; null unless the order is archived. */
  archivedFrom: OrderStatus | null
  message: Sealed | null
  /** The last shipment; null if there was none. */
  shipment: Sealed | null
}

export type Order = OrderSnapshot &
  ApprovalState & {
    orderId: string
    /** The customer's data; its key seals every text about the order. */
    personal: Sealed
    /** In naira. */
    total: number
    /**
     * Whether the total is what the customer had already sent rather than what the shop asked for.
     */
    isInsisted: boolean
    notes: number
    assignee: string | null
    owed: OwedMoney[]
    files: ProofFile[]
    /** The proofs that the log says are deleted. */
    deletedFiles: ProofFile[]
    erased: boolean
    reviews: number
    /** How often staff wrote to the customer from their own phone. */
    contacts: number
    question: Question | null
    /**
     * The ids of all questions so far: the link in the email about any of them opens the last one.
     */
    questionIds: string[]
    /** When the order was last archived, ISO 8601; undefined if the log does not say. */
    archivedAt: string | undefined
    /**
     * The last event that counts as a change in `eventFacts`; other events do not block an undo.
     */
    lastChange: {
      type: RecordedOrderEvent['type']
      position: string | undefined
      at: string | undefined
      by: Actor | undefined
      /** The status after the event. */
      to: OrderStatus
      /** The state before the event; null if the event cannot be undone. */
      before: OrderSnapshot | null
      /** Until when an undo leaves no trace; undefined if the change took effect immediately. */
      undoUntil: string | undefined
      /**
       * Whether the customer gets an email about the change, and whether an undo comes too late to
       * stop it.
       */
      mail: 'none' | 'waiting' | 'released'
    }
  }

export type OrderState = Order | null

export const evolve = (order: OrderState, event: RecordedOrderEvent): OrderState => {
  if (event.type === 'OrderCreated') return created(event)
  // This event only leads repeated submissions to the order.
  if (event.type === 'OrderIdAssigned') return order
  if (!order) throw new Error(`${event.type} in a stream that does not begin with OrderCreated`)
  if (event.type === 'OrderMailReleased') return mailReleased(order, event.data.position)
  const { status, archivedFrom, message, shipment } = order
  const withChange = (changes: Partial<Order>, undoable = false): Order => ({
    ...order,
    ...changes,
    lastChange: {
      ...recordOf(event),
      to: changes.status ?? status,
      before: undoable ? { status, archivedFrom, message, shipment } : null,
    },
  })
  const archivedAt = event.at
  switch (event.type) {
    case 'OrderApproved':
      return withChange({ status: 'confirmed', ...approvalAfter(order, event) }, true)
    case 'OrderStatusChanged': {
      const { to } = event.data
      const parcel = shipmentAfter(event.data, shipment)
      const words = event.data.message ?? message
      return withChange({ status: to, message: words, shipment: parcel }, true)
    }
    case 'OrderMessageUpdated':
      return withChange({ message: event.data.message })
    case 'OrderArchived': {
      const { from } = event.data
      const words = event.data.message ?? message
      return withChange(
        { status: 'archived', archivedFrom: from, message: words, archivedAt },
        true,
      )
    }
    case 'OrderRestored':
      return withChange({ status: event.data.to, archivedFrom: null, decisionUndone: true }, true)
    case 'OrderReviewed':
      return { ...order, reviews: order.reviews + 1 }
    case 'CustomerContacted':
      return { ...order, contacts: order.contacts + 1 }
    case 'OrderChangeUndone': {
      const { to, archivedFrom, message, shipment = null } = event.data
      const changes = { status: to, archivedFrom, message, shipment, archivedAt }
      return withChange({ ...changes, ...approvalAfter(order, event) })
    }
    case 'OrderPersonalDataErased':
      return withChange({ erased: true })
    case 'OrderProofsDeleted':
      return withChange({ files: [], deletedFiles: [...order.deletedFiles, ...order.files] })
    case 'OrderQuestionAsked': {
      const { id, at } = event
      const { kind, text } = event.data
      const questionIds = [...order.questionIds, ...(id ? [id] : [])]
      return withChange({ question: { id, at, kind, text, isAnswered: false }, questionIds })
    }
    case 'OrderProofAdded':
      return withChange({ files: [...order.files, ...event.data.files] })
    case 'OrderQuestionAnswered':
      return withChange({ question: order.question && { ...order.question, isAnswered: true } })
    case 'OrderNoteAdded':
      return { ...order, notes: order.notes + 1 }
    case 'OrderAssigned':
      return { ...order, assignee: event.data.to }
    case 'OrderApprovalProposed':
    case 'OrderApprovalWithdrawn':
      return withChange(approvalAfter(order, event))
    case 'OrderMoneyTakenBack':
    case 'OrderMoneyTakenBackSeenTo':
      return { ...order, ...approvalAfter(order, event) }
    case 'OrderMoneyOwed':
    case 'OrderMoneyNotOwed':
    case 'OrderMoneyPaidBack':
    case 'OrderMoneyNotPaidBack':
      return { ...order, owed: owedAfter(order.owed, event) }
  }
}

const created = (event: Extract<RecordedOrderEvent, { type: 'OrderCreated' }>): Order => ({
  orderId: event.data.orderId,
  status: 'pending',
  archivedFrom: null,
  message: null,
  shipment: null,
  personal: event.data.personal,
  files: event.data.files,
  deletedFiles: [],
  erased: false,
  reviews: 0,
  contacts: 0,
  question: null,
  questionIds: [],
  archivedAt: undefined,
  total: event.data.total,
  isInsisted: event.data.oldPrice?.kind === 'insisted',
  ...withoutApproval,
  notes: 0,
  assignee: null,
  owed: [],
  lastChange: { ...recordOf(event), to: 'pending', before: null },
})

const mailReleased = (order: Order, position: string): Order =>
  order.lastChange.position === position
    ? { ...order, lastChange: { ...order.lastChange, mail: 'released' } }
    : order

const recordOf = (event: Exclude<RecordedOrderEvent, { type: WithoutTrace }>) => {
  const { type, position, at, by } = event
  const undoUntil = 'undoUntil' in event.data ? event.data.undoUntil : undefined
  const isMailed = mailOfEvent(event) !== null
  const mail = !isMailed ? 'none' : undoUntil === undefined ? 'released' : 'waiting'
  return { type, position, at, by, undoUntil, mail } as const
}
type WithoutTrace = 'OrderIdAssigned' | 'OrderMailReleased'

/** Whether the customer may answer. A decided or erased order waits for no answer. */
export const hasOpenQuestion = ({ question, status, erased }: Order): boolean =>
  question !== null && !question.isAnswered && status === 'pending' && !erased

const named = ({ namedLines }: ApprovalState, evidence: RecordedEvidence): string[] => [
  ...new Set([...namedLines, ...evidenceLines(evidence).map(({ lineId }) => lineId)]),
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

const approvalAfter = (state: ApprovalState, event: ApprovalEvent): Partial<ApprovalState> => {
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
        ? { approval: null, decisionUndone: true, takenBack: [] }
        : { decisionUndone: true }
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

/** How many kobo have not been paid back yet. */
export const restOf = ({ amountKobo, paidBack }: OwedMoney): number =>
  paidBack.reduce((rest, part) => rest - part.amountKobo, amountKobo)

export type OwedEvent = Extract<
  OrderEvent,
  {
    type: 'OrderMoneyOwed' | 'OrderMoneyNotOwed' | 'OrderMoneyPaidBack' | 'OrderMoneyNotPaidBack'
  }
>

const owedAfter = (owed: OwedMoney[], event: OwedEvent): OwedMoney[] => {
  const { owedId } = event.data
  const changed = (change: (one: OwedMoney) => OwedMoney) =>
    owed.map((one) => (one.owedId === owedId ? change(one) : one))
  switch (event.type) {
    case 'OrderMoneyOwed': {
      const { lineId, amountKobo } = event.data
      return [...owed, { owedId, lineId, amountKobo, paidBack: [] }]
    }
    case 'OrderMoneyNotOwed':
      return owed.filter((one) => one.owedId !== owedId)
    case 'OrderMoneyPaidBack': {
      const { debitLineId, amountKobo } = event.data
      return changed((one) => ({
        ...one,
        paidBack: [...one.paidBack, { debitLineId, amountKobo }],
      }))
    }
    case 'OrderMoneyNotPaidBack': {
      const { debitLineId } = event.data
      return changed((one) => ({
        ...one,
        paidBack: one.paidBack.filter((part) => part.debitLineId !== debitLineId),
      }))
    }
  }
}
