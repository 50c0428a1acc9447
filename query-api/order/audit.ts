import { erased } from '@strand/contracts/erased'
import type { RecordedEvidence } from '@strand/contracts/money/evidence'
import { formatKobo } from '@strand/contracts/money/kobo'
import type { OrderAudit, OrderAuditEvent } from '@strand/contracts/order/audit'
import { isChange } from '@strand/contracts/order/changes'
import { type OrderEvent, OrderPersonal } from '@strand/contracts/order/events'
import { type Opened, textOf } from '@strand/contracts/order/personal'
import { questionAfter } from '@strand/contracts/order/question-after'
import { questionKinds } from '@strand/contracts/order/question-kind'
import { takenBackOutcomes } from '@strand/contracts/order/taken-back'
import { type AuditState, evolve, fieldsOf, type NameOf, nothing } from './audit-state.ts'
import { formatDay, moneyOf } from './money-words.ts'
import { shownPersonal } from './personal-columns.ts'
import { shownShipment } from './shipment.ts'

/**
 * The full history of one order, from its own stream: each event in words, with what it changed
 * from and to, and the order after the last event.
 */

type Words = { opened: Opened; days: ReadonlyMap<string, string> }

const descriptions: Record<OrderEvent['type'], (event: OrderEvent, words: Words) => string> = {
  OrderCreated: () => 'Placed the order',
  OrderApproved: (event, words) =>
    `Approved${event.type === 'OrderApproved' ? evidenceWords(event.data.evidence, words) : ''}`,
  OrderStatusChanged: () => 'Changed the status',
  OrderMessageUpdated: () => 'Updated the message',
  OrderArchived: () => 'Archived the order',
  OrderRestored: () => 'Restored the order',
  OrderReviewed: () => 'Reviewed the order',
  OrderChangeUndone: (event) =>
    event.type === 'OrderChangeUndone' ? (undone[event.data.undone.type] ?? 'Undid a change') : '',
  OrderPersonalDataErased: () => 'Erased the personal data',
  OrderProofsDeleted: (event) =>
    event.type === 'OrderProofsDeleted'
      ? `Deleted the proof of payment, ${event.data.afterDays} days after the order was archived`
      : '',
  CustomerContacted: () => 'Wrote to the customer on WhatsApp',
  OrderQuestionAsked: (event) =>
    event.type === 'OrderQuestionAsked'
      ? `Asked the customer: ${questionKinds[event.data.kind]}`
      : '',
  OrderProofAdded: () => 'Added a proof of payment',
  OrderQuestionAnswered: () => 'Answered the question',
  OrderNoteAdded: () => 'Left a note',
  OrderAssigned: (event) =>
    event.type === 'OrderAssigned' && event.data.to === null
      ? 'Assigned the order to nobody'
      : 'Assigned the order',
  OrderApprovalProposed: () => 'Approved the order as the first of two people',
  OrderApprovalWithdrawn: () => 'Withdrew the first approval',
  OrderMoneyTakenBack: (event, { days }) =>
    event.type === 'OrderMoneyTakenBack' ? takenBackWords(event.data, days) : '',
  OrderMoneyTakenBackSeenTo: (event) =>
    event.type === 'OrderMoneyTakenBackSeenTo'
      ? `Saw to the money that the bank took back: ${takenBackOutcomes[event.data.outcome]}`
      : '',
  OrderMoneyOwed: (event, { days }) =>
    event.type === 'OrderMoneyOwed'
      ? `Said that ${moneyOf(event.data.amountKobo, days.get(event.data.lineId))} is owed back to the customer`
      : '',
  OrderMoneyNotOwed: () => 'Took back that money is owed back to the customer',
  OrderMoneyPaidBack: (event, { days }) =>
    event.type === 'OrderMoneyPaidBack'
      ? `Noted that the customer got back ${moneyOf(event.data.amountKobo, days.get(event.data.debitLineId))}${event.data.restKobo > 0 ? `; ${formatKobo(event.data.restKobo)} is still owed` : ''}`
      : '',
  OrderMoneyNotPaidBack: () => 'Took back that the customer got money back',
}

const evidenceWords = (evidence: RecordedEvidence, { opened, days }: Words): string => {
  if (!evidence) return ' the order'
  if ('without' in evidence) return ` without money: ${textOf(opened)}`
  const parts = evidence.lines.map(({ lineId, amountKobo }) =>
    moneyOf(amountKobo, days.get(lineId)),
  )
  return ` the order on ${parts.join(' and ')}`
}

type TakenBack = Extract<OrderEvent, { type: 'OrderMoneyTakenBack' }>['data']

const takenBackWords = (
  { lineId, amountKobo, takenBackOn, isCertain }: TakenBack,
  days: Words['days'],
): string =>
  `Noticed that the bank ${isCertain ? 'took' : 'may have taken'} back ${moneyOf(amountKobo, days.get(lineId))} on ${formatDay(takenBackOn)}`

const undone: Record<string, string> = {
  OrderApproved: 'Undid the approval',
  OrderStatusChanged: 'Undid the change of status',
  OrderArchived: 'Undid the archiving',
  OrderRestored: 'Undid the restore',
}
const undoable = new Set(Object.keys(undone))

const changesBetween = (before: AuditState, after: AuditState): OrderAuditEvent['changes'] => {
  const [from, to] = [fieldsOf(before), fieldsOf(after)]
  const names = Object.keys(to) as (keyof typeof to)[]
  return names
    .filter((field) => from[field] !== to[field])
    .map((field) => ({ field, from: from[field], to: to[field] }))
}

/** Changes other than those of the fields. */
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
      const { length } = event.data.files
      const to = `${length} ${length === 1 ? 'file' : 'files'} more`
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

export type AuditedEvent = { event: OrderEvent; opened: Opened } & Pick<
  OrderAuditEvent,
  'position' | 'createdat' | 'by'
>

/** What was said of the bank's lines, as `orderMoneyReader` reads it. */
export type AuditedMoney = { days: ReadonlyMap<string, string>; acts: OrderAuditEvent[] }

const byPosition = (one: OrderAuditEvent, other: OrderAuditEvent): number =>
  Number(BigInt(one.position) - BigInt(other.position))

/** The history, and the proof files to link to; null if the order does not exist yet. */
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
      question: questionAfter(previous.question, event, shown.createdat, textOf(opened)),
    }
    return {
      ...shown,
      type: event.type,
      process: descriptions[event.type](event, { opened, days }),
      changes: otherChanges(event, opened, nameOf) ?? changesBetween(previous, state),
      undoable: index === lastChange && undoable.has(event.type),
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
    postalcode: personal || data.country !== '' ? shown.postalcode : '',
    deliveryprice: data.deliveryPrice,
    sales: data.sales?.name ?? '',
    paymentCode: data.paymentCode ?? '',
    oldPrice: data.oldPrice ?? null,
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
