import { erased } from '@strand/contracts/erased'
import { lagosDay } from '@strand/contracts/lagos-time'
import type { RecordedEvidence } from '@strand/contracts/money/evidence'
import { isChange, type OrderEvent, type OrderLine } from '@strand/contracts/order/events'
import { type Opened, parcelOf, textOf } from '@strand/contracts/order/personal'
import type { OrderQuestion } from '@strand/contracts/order/question'
import { questionAfter } from '@strand/contracts/order/question-after'
import { noteSearchText } from '@strand/contracts/order/search'
import { type Shipment, shipmentAfter } from '@strand/contracts/order/shipment'
import type { OrderStatus } from '@strand/contracts/order/status'
import { detailOf, type OrderDetail } from './detail.ts'
import type { Mention } from './mentions.ts'
import { type OwedChange, owedChanges } from './owed.ts'
import { emptyTakenBack, foldTakenBack, type TakenBackBatch } from './taken-back.ts'

/**
 * Folds an order's event into its rows in memory. `OrderCreated` adds an order; all other events
 * change one. Counts are differences, which the batch adds to the tables' counts.
 */
export const foldEvent = (
  batch: Batch,
  event: OrderEvent,
  { at, position, by, staff }: { at: string; position: string; by: string; staff: string | null },
  opened: Opened,
) => {
  const { orderId } = event.data
  if (event.type === 'OrderCreated') {
    const { detail, search } = detailOf(event.data, at, opened)
    batch.created.set(orderId, detail)
    batch.search.set(orderId, search)
    batch.placed.set(orderId, detail)
    if (!opened) batch.toErase.add(orderId)
    batch.states.set(orderId, newState({ orderId, at, position }))
    count(batch, 'pending', at, 1)
    countProducts(batch, orderId, 1)
    return
  }
  const state = batch.states.get(orderId)
  if (!state) throw new Error(`${event.type} of order ${orderId}, which was never created`)
  if (event.type === 'CustomerContacted') return
  state.question = questionAfter(state.question, event, at, opened)
  if (isChange(event.type)) state.position = position
  const change = (reason = '') => {
    const isBack = event.type === 'OrderChangeUndone' || event.type === 'OrderRestored'
    state.change = { at, by: staff, reason, isBack }
  }
  switch (event.type) {
    case 'OrderApproved':
      change()
      state.approved_kobo = evidenceKobo(event.data.evidence)
      countConfirmation(batch, state, at)
      return move(batch, state, 'confirmed', at, '')
    case 'OrderRestored':
      change()
      return move(batch, state, event.data.to, at, '')
    case 'OrderStatusChanged':
    case 'OrderArchived': {
      const to = event.type === 'OrderArchived' ? 'archived' : event.data.to
      const message = event.data.message ? textOf(opened) : ''
      if (event.data.message) state.message = message
      change('reason' in event.data ? textOf(opened) : '')
      move(batch, state, to, at, message)
      if (event.type === 'OrderStatusChanged') ship(batch, state, event.data, opened)
      return
    }
    case 'OrderChangeUndone':
      change()
      foldTakenBack(batch.takenBack, event, at)
      if (event.data.undone.type === 'OrderApproved') state.approved_kobo = null
      return undo(batch, state, event.data, at, opened)
    case 'OrderMoneyTakenBack':
    case 'OrderMoneyTakenBackSeenTo':
      return foldTakenBack(batch.takenBack, event, at)
    case 'OrderMoneyOwed':
    case 'OrderMoneyNotOwed':
    case 'OrderMoneyPaidBack':
    case 'OrderMoneyNotPaidBack':
      batch.owed.push(...owedChanges(event, { at, by }, opened))
      return
    case 'OrderMessageUpdated': {
      state.message = textOf(opened)
      const last = state.steps.at(-1)
      if (last) last.orderMessage = state.message
      return
    }
    case 'OrderReviewed':
      state.review = textOf(opened)
      return
    case 'OrderPersonalDataErased':
      batch.owed.push(...owedChanges(event, { at, by }, opened))
      return erase(batch, state)
    case 'OrderProofsDeleted':
      batch.files.set(orderId, { dropped: true, added: [] })
      return
    case 'OrderProofAdded': {
      const { dropped, added } = batch.files.get(orderId) ?? { dropped: false, added: [] }
      const files = event.data.files.map(({ key, type, sha256 }) => ({
        key,
        type,
        sha256,
        name: '',
      }))
      batch.files.set(orderId, { dropped, added: [...added, ...files] })
      return
    }
    case 'OrderQuestionAsked':
    case 'OrderQuestionAnswered':
      return
    case 'OrderNoteAdded':
    case 'OrderAssigned':
    case 'OrderApprovalProposed':
    case 'OrderApprovalWithdrawn': {
      const sealed = { text: textOf(opened), isReadable: Boolean(opened) }
      return foldTeamEvent(batch, state, event, { at, position, by }, sealed)
    }
    default:
      event satisfies never
  }
}

const evidenceKobo = (evidence: RecordedEvidence): number | null =>
  evidence && 'lines' in evidence
    ? evidence.lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
    : null

const move = (batch: Batch, state: OrderState, to: OrderStatus, at: string, message: string) => {
  const from = state.status
  count(batch, from, state.created_at, -1)
  count(batch, to, state.created_at, 1)
  if (to === 'archived' && from !== 'archived') countProducts(batch, state.order_id, -1)
  if (from === 'archived' && to !== 'archived') countProducts(batch, state.order_id, 1)
  state.status = to
  state.steps.push({ orderStatus: to, dateCreated: at, orderMessage: message })
}

/**
 * If a change was undone before the email about it was sent, the customer's history shows neither
 * the change nor the undo.
 */
const undo = (
  batch: Batch,
  state: OrderState,
  data: Extract<OrderEvent, { type: 'OrderChangeUndone' }>['data'],
  at: string,
  opened: Opened,
) => {
  const { to, message, shipment, forCustomer } = data
  state.message = message ? textOf(opened) : ''
  state.shipment = shipment ? parcelOf(opened) : null
  move(batch, state, to, at, '')
  if (forCustomer === 'unseen') state.steps.splice(-2)
}

const erase = (batch: Batch, state: OrderState) => {
  batch.toErase.add(state.order_id)
  const gone = (text: string) => (text === '' ? '' : erased)
  state.message = gone(state.message)
  state.review = gone(state.review)
  if (state.shipment) state.shipment = parcelOf(null)
  for (const step of state.steps) {
    step.orderMessage = gone(step.orderMessage)
    if (step.shipment) step.shipment = parcelOf(null)
  }
  state.note = gone(state.note)
  state.proposal_reason = gone(state.proposal_reason)
  if (state.change) state.change.reason = gone(state.change.reason)
}

type Shipped = {
  order_id: string
  shipment: Shipment | null
  steps: { shipment?: Shipment }[]
}

/**
 * Adds the shipment to the last step of the order's history, and the waybill to the search text.
 */
const ship = (
  batch: SearchBatch,
  state: Shipped,
  { to, shipment }: { to: OrderStatus; shipment?: unknown },
  opened: Opened,
) => {
  const parcel = shipment ? parcelOf(opened) : undefined
  state.shipment = shipmentAfter({ to, ...(parcel && { shipment: parcel }) }, state.shipment)
  const last = state.steps.at(-1)
  if (last && parcel) last.shipment = parcel
  if (parcel && opened) addSearchText(batch, state.order_id, parcel.waybill)
}

const count = (batch: Batch, status: OrderStatus, createdAt: string, difference: number) => {
  const day = `${status} ${lagosDay(createdAt)}`
  batch.counts.set(status, (batch.counts.get(status) ?? 0) + difference)
  batch.days.set(day, (batch.days.get(day) ?? 0) + difference)
}

/**
 * In minutes: upper bounds for the time until an order is approved, chosen because they are easy to
 * put into words. A longer time counts as a year, which customers are never shown.
 */
const confirmationTimes = [15, 30, 60, 120, 180, 240, 360, 480, 720, 1440, 2880, 4320, 10_080]

/** An undo does not reduce the count, because the payment was still reviewed in that time. */
const countConfirmation = (batch: Batch, state: OrderState, at: string) => {
  const minutes = (Date.parse(at) - Date.parse(state.created_at)) / 60_000
  const within = confirmationTimes.find((time) => minutes <= time) ?? 525_600
  const key = `${lagosDay(at)} ${within}`
  batch.confirmations.set(key, (batch.confirmations.get(key) ?? 0) + 1)
}

const countProducts = (batch: Batch, orderId: string, sign: 1 | -1) => {
  const placed = batch.placed.get(orderId)
  if (!placed) throw new Error(`the lines of order ${orderId} were not loaded`)
  for (const { productId, product, quantity } of placed.lines) {
    const key = `${productId} ${placed.sales_id}`
    const previous = batch.ordered.get(key)?.quantity ?? 0
    batch.ordered.set(key, {
      product_id: productId,
      sales_id: placed.sales_id,
      product,
      sales: placed.sales,
      quantity: previous + sign * quantity,
    })
  }
}

type TeamState = {
  notes: number
  note: string
  assignee: string | null
  /** Who gave the first approval of a pending order; ignored in other states. */
  proposed_by: string | null
  /**
   * The reason of a proposal that is not based on money in the bank; empty for any other proposal,
   * or without a reason.
   */
  proposal_reason: string
}

const newTeamState: TeamState = {
  notes: 0,
  note: '',
  assignee: null,
  proposed_by: null,
  proposal_reason: '',
}

/** What team events change in a batch, besides the order's state. */
type TeamBatch = SearchBatch & { mentions: Mention[] }

type TeamEvent = Extract<
  OrderEvent,
  {
    type: 'OrderNoteAdded' | 'OrderAssigned' | 'OrderApprovalProposed' | 'OrderApprovalWithdrawn'
  }
>

/** @param sealed the text of a note or a proposal, and whether it can still be decrypted */
const foldTeamEvent = (
  batch: TeamBatch,
  state: TeamState,
  event: TeamEvent,
  { at, position, by }: { at: string; position: string; by: string },
  sealed: { text: string; isReadable: boolean },
) => {
  const { orderId } = event.data
  switch (event.type) {
    case 'OrderNoteAdded': {
      state.notes += 1
      state.note = sealed.text
      for (const user_id of event.data.mentions)
        if (user_id !== by)
          batch.mentions.push({ user_id, position, order_id: orderId, at, author: by })
      if (sealed.isReadable) addSearchText(batch, orderId, sealed.text)
      return
    }
    case 'OrderAssigned':
      state.assignee = event.data.to
      return
    case 'OrderApprovalProposed': {
      const { evidence } = event.data
      state.proposed_by = by
      state.proposal_reason = evidence && 'without' in evidence ? sealed.text : ''
      return
    }
    case 'OrderApprovalWithdrawn':
      state.proposed_by = null
      state.proposal_reason = ''
  }
}

type SearchBatch = {
  /** Search texts of orders that this batch created, and texts to append for existing orders. */
  search: Map<string, string>
  moreSearch: Map<string, string>
}

/** Adds a later text, such as a waybill, to the search text. */
const addSearchText = (
  { search, moreSearch }: SearchBatch,
  orderId: string,
  text: string,
): void => {
  const texts = search.has(orderId) ? search : moreSearch
  texts.set(orderId, `${texts.get(orderId) ?? ''}\n${noteSearchText(text)}`)
}

type Step = {
  orderStatus: OrderStatus
  dateCreated: string
  orderMessage: string
  shipment?: Shipment
}

type Change = { at: string; by: string | null; reason: string; isBack: boolean }

export type OrderState = {
  order_id: string
  status: OrderStatus
  created_at: string
  position: string
  message: string
  review: string
  steps: Step[]
  shipment: Shipment | null
  question: OrderQuestion | null
} & TeamState & {
    /** Null until someone has changed the order. */
    change: Change | null
    /**
     * How much money in the bank the approval is based on, in kobo; null without an approval, or if
     * the approval is not based on money in the bank.
     */
    approved_kobo: number | null
  }

const newState = (created: { orderId: string; at: string; position: string }): OrderState => ({
  order_id: created.orderId,
  status: 'pending',
  created_at: created.at,
  position: created.position,
  message: '',
  review: '',
  steps: [{ orderStatus: 'pending', dateCreated: created.at, orderMessage: '' }],
  shipment: null,
  question: null,
  ...newTeamState,
  change: null,
  approved_kobo: null,
})

export const changingColumns = Object.keys(newState({ orderId: '', at: '', position: '' })).filter(
  (column) => column !== 'order_id' && column !== 'created_at',
)

/** The part of an order that the counts of ordered products need. */
export type Placed = { lines: OrderLine[]; sales_id: string; sales: string }

type Ordered = { product_id: string; sales_id: string; product: string; sales: string }

export type Batch = TeamBatch & {
  states: Map<string, OrderState>
  /** Orders from before this batch; loaded only if an event may change the counts in `ordered`. */
  placed: Map<string, Placed>
  created: Map<string, OrderDetail>
  /** Orders to erase: their rows lose all personal data. */
  toErase: Set<string>
  /** Orders whose proof files were deleted or added. */
  files: Map<string, { dropped: boolean; added: OrderDetail['files'] }>
  counts: Map<OrderStatus, number>
  /** Keys are status and day, separated by a space. */
  days: Map<string, number>
  /** Counts of approvals. Keys are day and minutes, separated by a space. */
  confirmations: Map<string, number>
  ordered: Map<string, Ordered & { quantity: number }>
  takenBack: TakenBackBatch
  owed: OwedChange[]
}

export const emptyBatch = (): Batch => ({
  states: new Map(),
  placed: new Map(),
  created: new Map(),
  search: new Map(),
  moreSearch: new Map(),
  mentions: [],
  toErase: new Set(),
  files: new Map(),
  counts: new Map(),
  days: new Map(),
  confirmations: new Map(),
  ordered: new Map(),
  takenBack: emptyTakenBack(),
  owed: [],
})
