import { erased } from '@strand/contracts/erased'
import { lagosDay } from '@strand/contracts/lagos-time'
import type { OrderEvent, OrderLine } from '@strand/contracts/order/events'
import type { OrderStatus } from '@strand/contracts/order/status'
import { detailOf, type OrderDetail } from './detail.ts'

/**
 * Folds an order's events into its rows in memory. A new order begins with `OrderCreated`; the
 * other events change its status, its message or its review. Counts are kept as differences, so
 * that a batch can add them to the tables' current counts.
 */

export type Step = { orderStatus: OrderStatus; dateCreated: string; orderMessage: string }

export type OrderState = {
  order_id: string
  status: OrderStatus
  /** ISO 8601. */
  created_at: string
  /** Of the last event other than a review. */
  position: string
  message: string
  review: string
  steps: Step[]
}

/** The part of an order that counts in the ordered products. */
export type Placed = { lines: OrderLine[]; sales_id: string; sales: string }

type Ordered = { product_id: string; sales_id: string; product: string; sales: string }

/** Everything that one batch changes. */
export type Batch = {
  states: Map<string, OrderState>
  /** For orders in `states` that this batch did not create, as far as they were loaded. */
  placed: Map<string, Placed>
  created: Map<string, OrderDetail>
  /** Search texts of the created orders. */
  search: Map<string, string>
  /** Orders whose rows are to show that their personal data is erased. */
  toErase: Set<string>
  /** Orders whose proof files are to be dropped. */
  withoutFiles: Set<string>
  counts: Map<OrderStatus, number>
  /** By status and day, joined by a space. */
  days: Map<string, number>
  /** Approvals, by day and minutes, joined by a space. */
  confirmations: Map<string, number>
  ordered: Map<string, Ordered & { quantity: number }>
}

/** The sealed part of an event: none (undefined), unreadable forever (null), or its contents. */
export type Opened = Record<string, unknown> | null | undefined

export const emptyBatch = (): Batch => ({
  states: new Map(),
  placed: new Map(),
  created: new Map(),
  search: new Map(),
  toErase: new Set(),
  withoutFiles: new Set(),
  counts: new Map(),
  days: new Map(),
  confirmations: new Map(),
  ordered: new Map(),
})

export const foldEvent = (
  batch: Batch,
  event: OrderEvent,
  { at, position }: { at: string; position: string },
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
    })
    count(batch, 'pending', at, 1)
    countProducts(batch, orderId, 1)
    return
  }
  const state = batch.states.get(orderId)
  if (!state) throw new Error(`${event.type} of order ${orderId}, which was never created`)
  if (event.type !== 'OrderReviewed') state.position = position
  switch (event.type) {
    case 'OrderApproved':
      countConfirmation(batch, state, at)
      return move(batch, state, 'confirmed', at, '')
    case 'OrderRestored':
      return move(batch, state, event.data.to, at, '')
    case 'OrderStatusChanged':
    case 'OrderArchived': {
      const to = event.type === 'OrderArchived' ? 'archived' : event.data.to
      const message = event.data.message ? textOf(opened) : ''
      if (event.data.message) state.message = message
      return move(batch, state, to, at, message)
    }
    case 'OrderChangeUndone':
      state.message = event.data.message ? textOf(opened) : ''
      return move(batch, state, event.data.to, at, '')
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
      batch.withoutFiles.add(orderId)
  }
}

const textOf = (opened: Opened): string => (opened ? String(opened.text ?? '') : erased)

const move = (batch: Batch, state: OrderState, to: OrderStatus, at: string, message: string) => {
  const from = state.status
  count(batch, from, state.created_at, -1)
  count(batch, to, state.created_at, 1)
  if (to === 'archived' && from !== 'archived') countProducts(batch, state.order_id, -1)
  if (from === 'archived' && to !== 'archived') countProducts(batch, state.order_id, 1)
  state.status = to
  state.steps.push({ orderStatus: to, dateCreated: at, orderMessage: message })
}

const erase = (batch: Batch, state: OrderState) => {
  batch.toErase.add(state.order_id)
  const gone = (text: string) => (text === '' ? '' : erased)
  state.message = gone(state.message)
  state.review = gone(state.review)
  for (const step of state.steps) step.orderMessage = gone(step.orderMessage)
}

const count = (batch: Batch, status: OrderStatus, createdAt: string, difference: number) => {
  const day = `${status} ${lagosDay(createdAt)}`
  batch.counts.set(status, (batch.counts.get(status) ?? 0) + difference)
  batch.days.set(day, (batch.days.get(day) ?? 0) + difference)
}

/** Minutes, each a time that one can put in words; the last is longer than any that is told. */
const confirmationTimes = [15, 30, 60, 120, 180, 240, 360, 480, 720, 1440, 2880, 4320, 10_080]

/** An approval that is undone stays counted: the payment was looked at in that time. */
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
