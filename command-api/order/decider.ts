import type { Sealed } from '@strand/contracts/envelope'
import {
  evidenceLines,
  type PaymentEvidence,
  type RecordedEvidence,
} from '@strand/contracts/money/evidence'
import { toleranceFor } from '@strand/contracts/money/kobo'
import type { OrderEvent, OrderStreamEvent } from '@strand/contracts/order/events'
import type { ProofFile } from '@strand/contracts/order/proof-file'
import type { QuestionKind } from '@strand/contracts/order/question-kind'
import { type OrderStatus, orderStatuses } from '@strand/contracts/order/status'
import type { TakenBackOutcome } from '@strand/contracts/order/taken-back'
import { maxFiles } from '@strand/contracts/uploads'
import type { Decider } from '@strand/event-sourcing/commands/decider'
import { conflict, Rejected } from '@strand/event-sourcing/errors'
import {
  evolve,
  hasOpenQuestion,
  type Order,
  type OrderState,
  type OwedEvent,
  type OwedMoney,
  type RecordedOrderEvent,
  restOf,
  type TakenBackLine,
} from './state.ts'

/**
 * `above` is the limit in naira, and `by` is the person who approves. `isSameHand`: the proposer
 * and this person count as one, because one of them created the other's account not long ago.
 */
export type FourEyes = { above: number; by: string; isSameHand: boolean }

/**
 * The evidence that the shop demands for an approval, and whether the approver may give a reason
 * instead.
 */
type Demand = { evidence: PaymentEvidence; mayWaive: boolean }

export type OrderCommand =
  | { type: 'CreateOrder'; data: Extract<OrderEvent, { type: 'OrderCreated' }>['data'] }
  | {
      type: 'ApproveOrder'
      fourEyes?: FourEyes | undefined
      evidence?: RecordedEvidence
      demand?: Demand | undefined
      /** How many kobo may be missing from the total; undefined: 0. */
      toleranceKobo?: number | undefined
    }
  | { type: 'WithdrawApproval'; by: string }
  /** Archives a pending order. Other orders are archived by a change of status. */
  | { type: 'ArchiveOrder'; message?: Sealed; reason?: Sealed }
  | { type: 'RestoreOrder' }
  | { type: 'ChangeStatus'; to: OrderStatus; message: Sealed | null; shipment?: Sealed }
  | { type: 'ReviewOrder'; review: Sealed }
  | { type: 'ContactCustomer'; channel: 'whatsapp'; text: Sealed }
  | { type: 'UndoChange'; position: string; at: string }
  | { type: 'ReleaseMail'; position: string }
  | { type: 'AskQuestion'; kind: QuestionKind; text: Sealed }
  | { type: 'AnswerQuestion'; text: Sealed | null; files: ProofFile[] }
  | { type: 'AddNote'; note: Sealed; mentions: string[] }
  | { type: 'AssignOrder'; to: string | null }
  /**
   * The bank took back a line's money. Changes nothing if the order is not approved, or if the loss
   * is already recorded.
   */
  | {
      type: 'NoteTakenBack'
      lineId: string
      debitLineId: string
      amountKobo: number
      takenBackOn: string
      isCertain: boolean
    }
  | { type: 'SeeToTakenBack'; lineId: string; outcome: TakenBackOutcome; note: Sealed | null }
  /** The line's stream has already recorded this debt, which reserves the money. */
  | { type: 'OweMoney'; owedId: string; lineId: string; amountKobo: number; reason: Sealed }
  | { type: 'UnoweMoney'; owedId: string; reason: Sealed | null }
  /** The debit's stream has already recorded that the debit pays back this debt. */
  | { type: 'PayBackMoney'; owedId: string; debitLineId: string; amountKobo: number }
  | { type: 'UndoPayBackMoney'; owedId: string; debitLineId: string }
  | { type: 'ErasePersonalData' }
  /**
   * `archivedBefore` (ISO 8601): an order archived after this time keeps its files, because its
   * retention period is not over.
   */
  | { type: 'DeleteProofs'; afterDays: number; archivedBefore: string }

type Command<Type> = Extract<OrderCommand, { type: Type }>

export const unknownOrder = () => new Rejected('not-found', 'There is no order with this id')
export const personalDataErased = () =>
  conflict(
    'The personal data of this order was erased, so it takes no more messages, reviews or notes',
  )

/**
 * How often each of these may happen to an order. There is a limit, because events stay in the log
 * forever.
 */
const limits = {
  // Anyone who knows an order's id may review it.
  reviews: {
    most: 20,
    refusal: (most: number) => `This order has already been reviewed ${most} times`,
  },
  contacts: {
    most: 200,
    refusal: (most: number) => `${most} messages to this customer are already recorded`,
  },
  // With more notes, the row that the search reads would be too long.
  notes: {
    most: 100,
    refusal: (most: number) => `This order already has ${most} notes`,
  },
}

const assertTakesMore = (order: Order, what: keyof typeof limits): void => {
  const { most, refusal } = limits[what]
  if (order.erased) throw personalDataErased()
  if (order[what] >= most) throw conflict(refusal(most))
}

export const orderDecider: Decider<OrderState, OrderCommand, RecordedOrderEvent> = {
  initialState: null,
  evolve,
  decide: (command, order) => {
    if (command.type === 'CreateOrder') {
      if (order) throw conflict('An order with this id already exists')
      return [{ type: 'OrderCreated', data: command.data }]
    }
    if (!order) throw unknownOrder()
    const { orderId, status } = order
    switch (command.type) {
      case 'ApproveOrder':
        return [approve(order, command)]
      case 'WithdrawApproval':
        return [withdrawApproval(order, command.by)]
      case 'ArchiveOrder':
        if (status === 'archived') throw conflict('This order is already archived')
        if (status !== 'pending')
          throw conflict(
            `Only pending orders are archived here. This one is ${status}: set its status to archived instead`,
          )
        return [archive(order, command)]
      case 'RestoreOrder':
        if (order.archivedFrom === null)
          throw conflict(`Only archived orders can be restored; this one is ${status}`)
        return [{ type: 'OrderRestored', data: { orderId, to: order.archivedFrom } }]
      case 'ChangeStatus':
        if (command.message && order.erased) throw personalDataErased()
        return [changeStatus(order, command)]
      case 'ReviewOrder':
        assertTakesMore(order, 'reviews')
        return [{ type: 'OrderReviewed', data: { orderId, review: command.review } }]
      case 'ContactCustomer':
        assertTakesMore(order, 'contacts')
        return [
          {
            type: 'CustomerContacted',
            data: { orderId, channel: command.channel, text: command.text },
          },
        ]
      case 'AskQuestion': {
        const { kind, text } = command
        if (status !== 'pending')
          throw conflict(`Only pending orders can be asked about; this one is ${status}`)
        if (order.erased) throw personalDataErased()
        return [{ type: 'OrderQuestionAsked', data: { orderId, kind, text } }]
      }
      case 'AnswerQuestion':
        return answer(order, command)
      case 'AddNote':
        assertTakesMore(order, 'notes')
        return [
          {
            type: 'OrderNoteAdded',
            data: { orderId, note: command.note, mentions: command.mentions },
          },
        ]
      case 'AssignOrder':
        return command.to === order.assignee
          ? []
          : [{ type: 'OrderAssigned', data: { orderId, to: command.to } }]
      case 'NoteTakenBack':
        return noteTakenBack(order, command)
      case 'SeeToTakenBack':
        return seeToTakenBack(order, command)
      case 'OweMoney':
        return [oweMoney(order, command)]
      case 'UnoweMoney':
        return [unoweMoney(order, command)]
      case 'PayBackMoney':
        return [payBackMoney(order, command)]
      case 'UndoPayBackMoney':
        return [undoPayBack(order, command)]
      case 'UndoChange':
        return [undo(order, command)]
      case 'ReleaseMail':
        return releaseMail(order, command.position)
      case 'ErasePersonalData':
        return order.erased ? [] : [{ type: 'OrderPersonalDataErased', data: { orderId } }]
      case 'DeleteProofs':
        return deleteProofs(order, command)
    }
  },
}

/**
 * Above the limit, the first approval is a proposal. The second approval can use the proposal's
 * evidence.
 */
const approve = (order: Order, command: Command<'ApproveOrder'>): OrderEvent => {
  const { orderId, status, total, proposedBy, proposedEvidence } = order
  if (status !== 'pending')
    throw conflict(`Only pending orders can be approved; this one is ${status}`)
  const { fourEyes, evidence: sent = null } = command
  const isAlone = !fourEyes || total <= fourEyes.above
  const isFirst = !isAlone && proposedBy === null
  const evidence = isAlone || isFirst ? sent : (sent ?? proposedEvidence)
  assertEvidence(order, evidence, command)
  if (isFirst) return { type: 'OrderApprovalProposed', data: { orderId, evidence } }
  if (!isAlone && proposedBy === fourEyes.by)
    throw conflict('You have approved this order: a second person has to approve it too')
  if (!isAlone && fourEyes.isSameHand)
    throw conflict(
      'One of you created the account of the other in the last 30 days: someone else has to approve it too',
    )
  return { type: 'OrderApproved', data: { orderId, evidence } }
}

/**
 * Throws 409 if the money is less than the total, and 409 or 400 if `PAYMENT_EVIDENCE` demands more
 * evidence.
 */
const assertEvidence = (
  { total }: Order,
  evidence: RecordedEvidence,
  { demand = { evidence: 'optional', mayWaive: true }, toleranceKobo = 0 }: Command<'ApproveOrder'>,
): void => {
  const lines = evidenceLines(evidence)
  if (lines.length > 0) {
    const kobo = lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
    if (kobo < total * 100 - toleranceFor(total * 100, toleranceKobo))
      throw conflict(
        'The chosen money is less than the order’s total, so the order was not approved',
      )
    return
  }
  if (demand.evidence === 'optional') return
  if (demand.evidence === 'required' && !demand.mayWaive)
    throw conflict(
      'This shop only approves orders whose money is in the bank: choose the bank line',
    )
  if (evidence !== null) return
  const message =
    'This shop approves an order without money in the bank only for a reason: choose the line, or give the reason'
  if (demand.evidence === 'required') throw conflict(message)
  throw new Rejected('invalid', message, { details: [{ path: 'evidence', message }] })
}

const withdrawApproval = ({ orderId, status, proposedBy }: Order, by: string): OrderEvent => {
  if (status !== 'pending' || proposedBy === null)
    throw conflict('This order is not waiting for a second approval')
  if (proposedBy !== by)
    throw conflict('Only the person who approved this order first can withdraw the approval')
  return { type: 'OrderApprovalWithdrawn', data: { orderId } }
}

const changeStatus = (
  order: Order,
  { to, message, shipment }: Command<'ChangeStatus'>,
): OrderEvent => {
  const { orderId, status } = order
  if (to === 'pending') throw conflict('An order never goes back to pending')
  if (status === 'pending')
    throw conflict('Approve or archive a pending order before giving it another status')
  if (to === status) {
    if (!message || shipment) throw conflict(`This order is ${status} already`)
    return { type: 'OrderMessageUpdated', data: { orderId, message } }
  }
  if (status === 'archived') throw conflict('Restore an archived order before changing its status')
  if (!orderStatuses[status].next.includes(to))
    throw conflict(`An order that is ${status} cannot become ${to}`)
  if (to === 'archived') return { type: 'OrderArchived', data: { orderId, from: status, message } }
  return {
    type: 'OrderStatusChanged',
    data: { orderId, from: status, to, message, ...(shipment && { shipment }) },
  }
}

const archive = (
  { orderId, status, erased }: Order,
  { message, reason }: Command<'ArchiveOrder'>,
): OrderEvent => {
  if (erased && (message || reason)) throw personalDataErased()
  const data = { orderId, from: status, message: message ?? null, ...(reason && { reason }) }
  return { type: 'OrderArchived', data }
}

/** Deletes proofs only if the order was archived while pending, long enough ago. */
const deleteProofs = (
  order: Order,
  { afterDays, archivedBefore }: Command<'DeleteProofs'>,
): OrderEvent[] => {
  const { orderId, status, archivedFrom, archivedAt, files } = order
  const isKept = status !== 'archived' || archivedFrom !== 'pending' || !archivedAt
  if (isKept || Date.parse(archivedAt) > Date.parse(archivedBefore)) return []
  if (order.erased || files.length === 0) return []
  return [{ type: 'OrderProofsDeleted', data: { orderId, afterDays } }]
}

const undo = (order: Order, { position, at }: Command<'UndoChange'>): OrderEvent => {
  const { orderId, status, lastChange } = order
  if (lastChange.position !== position)
    throw conflict('This order has changed since, so this can no longer be undone')
  if (!lastChange.before)
    throw conflict('Only approving, archiving, restoring or changing the status can be undone')
  return {
    type: 'OrderChangeUndone',
    data: {
      orderId,
      undone: { position, type: lastChange.type },
      from: status,
      to: lastChange.before.status,
      archivedFrom: lastChange.before.archivedFrom,
      message: lastChange.before.message,
      ...(lastChange.before.shipment && { shipment: lastChange.before.shipment }),
      forCustomer: customerHad(lastChange, at),
    },
  }
}

/** What the customer already knew about a change that is being undone. Decision 182. */
const customerHad = ({ mail, undoUntil }: Order['lastChange'], at: string) => {
  if (mail === 'released') return 'mailed'
  if (mail === 'waiting') return 'unseen'
  return undoUntil !== undefined && Date.parse(at) <= Date.parse(undoUntil) ? 'unseen' : 'seen'
}

/** Only the last change can be undone, so only the email about that change is released. */
const releaseMail = ({ orderId, lastChange }: Order, position: string): OrderStreamEvent[] =>
  lastChange.position === position && lastChange.mail === 'waiting'
    ? [{ type: 'OrderMailReleased', data: { orderId, position } }]
    : []

export const noOpenQuestion = () => conflict('There is no open question about this order')

const answer = (order: Order, { text, files }: Command<'AnswerQuestion'>): OrderEvent[] => {
  const { orderId } = order
  if (!hasOpenQuestion(order)) throw noOpenQuestion()
  if (order.files.length + files.length > maxFiles) {
    const message = `At most ${maxFiles} files, please: this order has ${order.files.length}`
    throw new Rejected('invalid', message, { details: [{ path: 'fileUids', message }] })
  }
  const added = { type: 'OrderProofAdded', data: { orderId, files } } as const
  const answered = { type: 'OrderQuestionAnswered', data: { orderId, text } } as const
  return files.length > 0 ? [added, answered] : [answered]
}

/**
 * Whether an order has an approval that can lose its money. A pending order has none: money that
 * the bank took back does not pay for such an order. If someone approves the order with that money
 * later, the loss is recorded then.
 */
const isApproved = ({ status, archivedFrom }: Order): boolean =>
  status !== 'pending' && !(status === 'archived' && archivedFrom === 'pending')

/**
 * Whether a reversal must be recorded: it is not known yet, or it was doubtful and is certain now
 * (unless someone has dealt with it as a real one). A doubt that ended because its debit paid money
 * back counts as unknown: staff can undo the repayment, and another debit can raise a doubt.
 */
const isNews = (known: TakenBackLine | undefined, isCertain: boolean): boolean =>
  known === undefined ||
  known.outcome === 'paid-back' ||
  (isCertain && !known.isCertain && (known.outcome === null || known.outcome === 'mistaken'))

/** Records the loss once for each line of an approval, and again if a doubt becomes certain. */
const noteTakenBack = (order: Order, command: Command<'NoteTakenBack'>): OrderEvent[] => {
  const { orderId, takenBack } = order
  const { lineId, debitLineId, amountKobo, takenBackOn, isCertain } = command
  const known = takenBack.find((one) => one.lineId === lineId)
  if (!isApproved(order) || !isNews(known, isCertain)) return []
  const data = { orderId, lineId, debitLineId, amountKobo, takenBackOn, isCertain }
  return [{ type: 'OrderMoneyTakenBack', data }]
}

/** Only the shop itself gives the outcome `paid-back`, and only to a doubt that is still open. */
const seeToTakenBack = (
  { orderId, takenBack, erased }: Order,
  { lineId, outcome, note }: Command<'SeeToTakenBack'>,
): OrderEvent[] => {
  const known = takenBack.find((one) => one.lineId === lineId)
  if (outcome === 'paid-back' && (!known || known.isCertain || known.outcome !== null)) return []
  if (!known)
    throw new Rejected('not-found', 'The bank has not taken this line’s money back from this order')
  if (known.outcome !== null) throw conflict('Someone has already dealt with this')
  if (note && erased) throw personalDataErased()
  return [{ type: 'OrderMoneyTakenBackSeenTo', data: { orderId, lineId, outcome, note } }]
}

/** The maximum number of debts on an order; their events stay in the log forever. */
const maxOwed = 50

export const unknownOwed = () => new Rejected('not-found', 'No money is owed back under this id')

/** The order's debt with this id. Throws `Rejected('not-found')` if there is none. */
export const owedOf = ({ owed }: Pick<Order, 'owed'>, owedId: string): OwedMoney => {
  const found = owed.find((one) => one.owedId === owedId)
  if (found) return found
  throw unknownOwed()
}

const oweMoney = (
  { orderId, owed, erased }: Order,
  { owedId, lineId, amountKobo, reason }: Command<'OweMoney'>,
): OwedEvent => {
  if (erased) throw personalDataErased()
  if (owed.length >= maxOwed)
    throw conflict(
      `This order already has ${maxOwed} amounts to pay back: settle some of them first`,
    )
  return { type: 'OrderMoneyOwed', data: { orderId, owedId, lineId, amountKobo, reason } }
}

const unoweMoney = (order: Order, { owedId, reason }: Command<'UnoweMoney'>): OwedEvent => {
  if (owedOf(order, owedId).paidBack.length > 0)
    throw conflict('Part of this amount was paid back: undo that first')
  return { type: 'OrderMoneyNotOwed', data: { orderId: order.orderId, owedId, reason } }
}

const payBackMoney = (
  order: Order,
  { owedId, debitLineId, amountKobo }: Command<'PayBackMoney'>,
): OwedEvent => {
  const owed = owedOf(order, owedId)
  const rest = restOf(owed)
  if (rest === 0) throw conflict('All of this amount has been paid back already')
  if (owed.paidBack.some((part) => part.debitLineId === debitLineId))
    throw conflict('This debit already pays back part of this amount')
  if (amountKobo > rest) throw conflict('That is more than is still owed')
  const { orderId } = order
  const restKobo = rest - amountKobo
  return {
    type: 'OrderMoneyPaidBack',
    data: { orderId, owedId, debitLineId, amountKobo, restKobo },
  }
}

const undoPayBack = (
  order: Order,
  { owedId, debitLineId }: Command<'UndoPayBackMoney'>,
): OwedEvent => {
  const { paidBack } = owedOf(order, owedId)
  if (!paidBack.some((part) => part.debitLineId === debitLineId))
    throw conflict('This debit does not pay back any of this amount')
  return { type: 'OrderMoneyNotPaidBack', data: { orderId: order.orderId, owedId, debitLineId } }
}
