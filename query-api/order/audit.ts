import { counted } from '@strand/contracts/counted'
import { dayInWords } from '@strand/contracts/day-words'
import { erased } from '@strand/contracts/erased'
import type { RecordedEvidence } from '@strand/contracts/money/evidence'
import { formatKobo } from '@strand/contracts/money/kobo'
import type { OrderAudit, OrderAuditEvent } from '@strand/contracts/order/audit'
import {
  eventFacts,
  isChange,
  isUndoable,
  type OrderEvent,
  type UndoableEvent,
} from '@strand/contracts/order/events'
import { type Opened, OrderPersonal, parcelOf, textOf } from '@strand/contracts/order/personal'
import type { OrderQuestion } from '@strand/contracts/order/question'
import { questionAfter } from '@strand/contracts/order/question-after'
import { questionKinds } from '@strand/contracts/order/question-kind'
import { type Shipment, shipmentAfter } from '@strand/contracts/order/shipment'
import type { OrderStatus } from '@strand/contracts/order/status'
import { takenBackOutcomes } from '@strand/contracts/order/taken-back'
import type { LinkedFile } from '@strand/platform/crypto/signed-link'
import { moneyOf } from './money-words.ts'
import { shownPersonal } from './personal-columns.ts'
import { shownShipment } from './shipment.ts'

/**
 * The full history of one order, from its own stream: each event in words, the old and new values
 * of the changed fields, and the order after the last event.
 */

type AuditState = {
  status: OrderStatus | ''
  message: string
  review: string
  shipment: Shipment | null
  /** The reason for archiving the order, for staff only. */
  reason: string
  question: OrderQuestion | null
  assignee: string
  erased: boolean
  files: LinkedFile[]
}

export const nothing: AuditState = {
  status: '',
  message: '',
  review: '',
  shipment: null,
  reason: '',
  question: null,
  assignee: '',
  erased: false,
  files: [],
}

type NameOf = (userId: string) => string

type FileEntry = Extract<OrderEvent, { type: 'OrderCreated' }>['data']['files'][number]

const filesOf = (files: readonly FileEntry[], opened: Opened): LinkedFile[] => {
  const names = opened ? OrderPersonal.parse(opened).fileNames : []
  return files.map(({ key, type }, index) => ({ key, type, name: names[index] ?? '' }))
}

/** The order after one more event; the question is handled separately. */
export const evolve = (
  state: AuditState,
  event: OrderEvent,
  opened: Opened,
  nameOf: NameOf,
): AuditState => {
  switch (event.type) {
    case 'OrderCreated':
      return {
        ...state,
        status: 'pending',
        erased: opened === null,
        files: opened === null ? [] : filesOf(event.data.files, opened),
      }
    case 'OrderApproved':
      return { ...state, status: 'confirmed' }
    case 'OrderRestored':
      return { ...state, status: event.data.to, reason: '' }
    case 'OrderStatusChanged':
    case 'OrderArchived': {
      const status = event.type === 'OrderArchived' ? 'archived' : event.data.to
      const message = event.data.message ? textOf(opened) : state.message
      const reason = 'reason' in event.data ? textOf(opened) : ''
      if (event.type === 'OrderArchived') return { ...state, status, message, reason }
      const sent = event.data.shipment && { shipment: parcelOf(opened) }
      const shipment = shipmentAfter({ to: event.data.to, ...sent }, state.shipment)
      return { ...state, status, message, shipment, reason }
    }
    case 'OrderChangeUndone': {
      const message = event.data.message ? textOf(opened) : ''
      const shipment = event.data.shipment ? parcelOf(opened) : null
      return { ...state, status: event.data.to, message, shipment, reason: '' }
    }
    case 'OrderMessageUpdated':
      return { ...state, message: textOf(opened) }
    case 'OrderReviewed':
      return { ...state, review: textOf(opened) }
    case 'OrderPersonalDataErased':
      return { ...state, erased: true, files: [] }
    case 'OrderProofsDeleted':
      return { ...state, files: [] }
    case 'OrderProofAdded':
      return { ...state, files: [...state.files, ...event.data.files] }
    case 'OrderAssigned':
      return { ...state, assignee: event.data.to === null ? '' : nameOf(event.data.to) }
    case 'CustomerContacted':
    case 'OrderApprovalProposed':
    case 'OrderApprovalWithdrawn':
    case 'OrderMoneyOwed':
    case 'OrderMoneyNotOwed':
    case 'OrderMoneyPaidBack':
    case 'OrderMoneyNotPaidBack':
    case 'OrderMoneyTakenBack':
    case 'OrderMoneyTakenBackSeenTo':
    case 'OrderNoteAdded':
    case 'OrderQuestionAsked':
    case 'OrderQuestionAnswered':
      return state
  }
}

const fieldsOf = ({ question, ...state }: AuditState) => ({
  status: state.status,
  orderMessage: state.message,
  review: state.review,
  carrier: state.shipment?.carrier ?? '',
  waybill: state.shipment?.waybill ?? '',
  reason: state.reason,
  question: question?.text ?? '',
  answer: question?.answer ?? '',
  'assigned to': state.assignee,
})

type Words = { opened: Opened; days: ReadonlyMap<string, string> }

/** Puts an event into words. Most event types always have the same words. */
const describe = (event: OrderEvent, words: Words): string => {
  const { days } = words
  switch (event.type) {
    case 'OrderApproved':
      return approvalWords(event.data.evidence, words)
    case 'OrderApprovalProposed':
      return approvalWords(event.data.evidence, words, ' as the first of two people')
    case 'OrderChangeUndone':
      return wordsOfUndone.get(event.data.undone.type) ?? 'Undid a change'
    case 'OrderProofsDeleted':
      return `Deleted the proof of payment, ${event.data.afterDays} days after the order was archived`
    case 'OrderQuestionAsked':
      return `Asked the customer: ${questionKinds[event.data.kind]}`
    case 'OrderAssigned':
      return event.data.to === null ? 'Assigned the order to nobody' : 'Assigned the order'
    case 'OrderMoneyTakenBack':
      return takenBackWords(event.data, days)
    case 'OrderMoneyTakenBackSeenTo':
      return `Dealt with the money that the bank took back: ${takenBackOutcomes[event.data.outcome]}`
    case 'OrderMoneyOwed':
      return `Recorded that ${moneyOf(event.data.amountKobo, days.get(event.data.lineId))} is owed back to the customer`
    case 'OrderMoneyPaidBack':
      return `Noted that the customer got back ${moneyOf(event.data.amountKobo, days.get(event.data.debitLineId))}${event.data.restKobo > 0 ? `; ${formatKobo(event.data.restKobo)} is still owed` : ''}`
    default:
      return eventFacts[event.type].history
  }
}

const approvalWords = (evidence: RecordedEvidence, { opened, days }: Words, who = ''): string => {
  if (!evidence) return `Approved the order${who}`
  if ('without' in evidence) return `Approved without money${who}: ${textOf(opened)}`
  const parts = evidence.lines.map(({ lineId, amountKobo }) =>
    moneyOf(amountKobo, days.get(lineId)),
  )
  return `Approved the order on ${parts.join(' and ')}${who}`
}

type TakenBack = Extract<OrderEvent, { type: 'OrderMoneyTakenBack' }>['data']

const takenBackWords = (
  { lineId, amountKobo, takenBackOn, isCertain }: TakenBack,
  days: Words['days'],
): string =>
  `Noticed that the bank ${isCertain ? 'took' : 'may have taken'} back ${moneyOf(amountKobo, days.get(lineId))} on ${dayInWords(takenBackOn)}`

const undone: Record<UndoableEvent['type'], string> = {
  OrderApproved: 'Undid the approval',
  OrderStatusChanged: 'Undid the change of status',
  OrderArchived: 'Undid the archiving',
  OrderRestored: 'Undid the restore',
}
const wordsOfUndone = new Map(Object.entries(undone))

const changesBetween = (before: AuditState, after: AuditState): OrderAuditEvent['changes'] => {
  const [from, to] = [fieldsOf(before), fieldsOf(after)]
  const names = Object.keys(to) as (keyof typeof to)[]
  return names
    .filter((field) => from[field] !== to[field])
    .map((field) => ({ field, from: from[field], to: to[field] }))
}

/** An event's changes to anything but the fields of `AuditState`. */
const otherChanges = (
  event: OrderEvent,
  opened: Opened,
  nameOf: NameOf,
): OrderAuditEvent['changes'] | null => {
  switch (event.type) {
    case 'OrderPersonalDataErased':
      return [{ field: 'personal data', from: 'readable', to: erased }]
    case 'OrderProofsDeleted':
      return [{ field: 'proof of payment', from: 'kept', to: 'deleted' }]
    case 'OrderProofAdded': {
      const to = `${counted(event.data.files.length, 'file')} more`
      return [{ field: 'proof of payment', from: '', to }]
    }
    case 'CustomerContacted':
      return [{ field: 'message', from: '', to: textOf(opened) }]
    case 'OrderMoneyOwed':
      return [{ field: 'reason', from: '', to: textOf(opened) }]
    case 'OrderMoneyNotOwed':
      return event.data.reason ? [{ field: 'reason', from: '', to: textOf(opened) }] : []
    case 'OrderMoneyTakenBackSeenTo':
      return event.data.note ? [{ field: 'note', from: '', to: textOf(opened) }] : []
    case 'OrderNoteAdded': {
      const to = event.data.mentions.map(nameOf).join(', ')
      return [
        { field: 'note', from: '', to: textOf(opened) },
        ...(to === '' ? [] : [{ field: 'mentions', from: '', to }]),
      ]
    }
    default:
      return null
  }
}

type AuditedEvent = { event: OrderEvent; opened: Opened } & Pick<
  OrderAuditEvent,
  'position' | 'createdat' | 'by'
>

type AuditedMoney = { days: ReadonlyMap<string, string>; acts: OrderAuditEvent[] }

const byPosition = (one: OrderAuditEvent, other: OrderAuditEvent): number =>
  Number(BigInt(one.position) - BigInt(other.position))

/** The history, with links to the proof files; null if the order did not exist yet. */
export const auditOf = (
  history: readonly AuditedEvent[],
  { days, acts }: AuditedMoney,
  nameOf: NameOf = (userId) => userId,
) => {
  const first = history[0]
  if (first?.event.type !== 'OrderCreated') return null
  let state = nothing
  const lastChange = history.findLastIndex(({ event }) => isChange(event.type))
  const events = history.map(({ event, opened, ...shown }, index): OrderAuditEvent => {
    const previous = state
    state = {
      ...evolve(previous, event, opened, nameOf),
      question: questionAfter(previous.question, event, shown.createdat, opened),
    }
    return {
      ...shown,
      type: event.type,
      process: describe(event, { opened, days }),
      changes: otherChanges(event, opened, nameOf) ?? changesBetween(previous, state),
      undoable: index === lastChange && isUndoable(event),
    }
  })
  const order = {
    ...orderOf(first.event.data, first.opened, first.createdat, state),
    position: history[lastChange]?.position ?? first.position,
  }
  return {
    orderid: order.orderid,
    events: [...events, ...acts].sort(byPosition),
    order,
    files: state.files,
  }
}

const orderOf = (
  data: Extract<OrderEvent, { type: 'OrderCreated' }>['data'],
  opened: Opened,
  createdat: string,
  state: AuditState,
): Omit<OrderAudit['order'], 'position' | 'filepath'> => {
  const personal = opened && !state.erased ? OrderPersonal.parse(opened) : null
  const shown = shownPersonal(personal)
  return {
    orderid: data.orderId,
    createdat,
    total: data.total,
    orderstatus: state.status === '' ? 'pending' : state.status,
    quantity: data.lines.reduce((sum, line) => sum + line.quantity, 0),
    ...shown,
    country: data.country,
    deliverylocation: data.location.name,
    deliveryaddress: data.location.address || shown.deliveryaddress,
    deliveryprice: data.deliveryPrice,
    sales: data.sales?.name ?? '',
    paymentCode: data.paymentCode ?? '',
    oldPrice: data.oldPrice ?? null,
    sentAmount: data.sentAmount ?? null,
    products: data.lines.map(({ product, price, quantity, amount }) => ({
      product,
      price,
      quantity,
      amount,
    })),
    orderMessage: state.message,
    review: state.review,
    shipment: shownShipment(state.shipment),
    question: state.question,
  }
}
