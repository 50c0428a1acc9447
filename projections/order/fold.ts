import { erased } from '@strand/contracts/erased'
import { isChange } from '@strand/contracts/order/event-facts'
import type { OrderEvent } from '@strand/contracts/order/events'
import { type Opened, parcelOf, textOf } from '@strand/contracts/order/personal'
import { questionAfter } from '@strand/contracts/order/question-after'
import type { OrderStatus } from '@strand/contracts/order/status'
import type { Batch, OrderState } from './batch.ts'
import { count, countConfirmation, countProducts } from './counting.ts'
import { detailOf } from './detail.ts'
import { ship } from './shipment.ts'
import { foldTakenBack } from './taken-back.ts'
import { foldTeamEvent, newTeamState } from './team.ts'

/**
 * Folds an order's event into its rows in memory. A new order begins with `OrderCreated`; the other
 * events change the rows of that order. Counts are kept as differences, so that a batch can add
 * them to the tables' current counts.
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
    batch.states.set(orderId, {
      order_id: orderId,
      status: 'pending',
      created_at: at,
      position,
      message: '',
      review: '',
      steps: [{ orderStatus: 'pending', dateCreated: at, orderMessage: '' }],
      shipment: null,
      question: null,
      ...newTeamState,
      change: null,
    })
    count(batch, 'pending', at, 1)
    countProducts(batch, orderId, 1)
    return
  }
  const state = batch.states.get(orderId)
  if (!state) throw new Error(`${event.type} of order ${orderId}, which was never created`)
  if (event.type === 'CustomerContacted') return
  state.question = questionAfter(state.question, event, at, textOf(opened))
  if (isChange(event.type)) state.position = position
  const change = (reason = '') => {
    const isBack = event.type === 'OrderChangeUndone' || event.type === 'OrderRestored'
    state.change = { at, by: staff, reason, isBack }
  }
  switch (event.type) {
    case 'OrderApproved':
      change()
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
      return undo(batch, state, event.data, at, opened)
    case 'OrderMoneyTakenBack':
    case 'OrderMoneyTakenBackSeenTo':
      return foldTakenBack(batch.takenBack, event, at)
    case 'OrderMoneyOwed':
    case 'OrderMoneyNotOwed':
    case 'OrderMoneyPaidBack':
    case 'OrderMoneyNotPaidBack':
      // In tables of their own, which other events have no part in.
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
    default: {
      const note = { text: textOf(opened), isReadable: Boolean(opened) }
      foldTeamEvent(batch, state, event, { at, position, by }, note)
    }
  }
}

const move = (batch: Batch, state: OrderState, to: OrderStatus, at: string, message: string) => {
  const from = state.status
  count(batch, from, state.created_at, -1)
  count(batch, to, state.created_at, 1)
  if (to === 'archived' && from !== 'archived') countProducts(batch, state.order_id, -1)
  if (from === 'archived' && to !== 'archived') countProducts(batch, state.order_id, 1)
  state.status = to
  state.steps.push({ orderStatus: to, dateCreated: at, orderMessage: message })
}

/** The customer's history shows neither step of an undo that came before the mail went. */
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
  if (state.change) state.change.reason = gone(state.change.reason)
}
