import { lagosDay } from '@strand/contracts/lagos-time'
import type { OrderEvent } from '@strand/contracts/order/events'
import { minutesHistogram } from '@strand/contracts/reports/definition'
import { isSold, type SaleCause, type Stage, stages } from '@strand/contracts/reports/facts/fact'
import { addFacts, type Cause, type OrderRow, type Placed, type ReportBatch } from './batch.ts'

/** The events that move an order from one status to another; other events do not affect reports. */
export const orderEventTypes = [
  'OrderCreated',
  'OrderApproved',
  'OrderStatusChanged',
  'OrderArchived',
  'OrderRestored',
  'OrderChangeUndone',
] as const
export type CountedOrderEvent = Extract<OrderEvent, { type: (typeof orderEventTypes)[number] }>

/** Folds an order's event into the order's row, and adds the resulting facts. */
export const foldOrder = (batch: ReportBatch, event: CountedOrderEvent, cause: Cause) => {
  const { orderId } = event.data
  if (event.type === 'OrderCreated') {
    batch.orders.set(orderId, newOrder(event.data, cause.at))
    const business_day = lagosDay(cause.at)
    return addFacts(batch, cause, [{ kind: 'created', sign: 1, business_day }])
  }
  const before = batch.orders.get(orderId)
  if (!before) throw new Error(`${event.type} of order ${orderId}, which was never created`)
  const after = moved(before, statusAfter(event), cause.at)
  batch.orders.set(orderId, after)
  addFacts(batch, cause, [
    ...stageFacts(before, after, cause),
    ...saleFacts(before, after, { cause, causeOfSale: causeOfSale(event) }),
  ])
}

const newOrder = (
  data: Extract<OrderEvent, { type: 'OrderCreated' }>['data'],
  at: string,
): OrderRow => ({
  order_id: data.orderId,
  created_at: at,
  placed: placedOf(data),
  ...asPlaced,
})

/** The state of an order that was just placed, or whose approval was undone. */
const asPlaced = {
  status: 'pending',
  approved: false,
  shipped: false,
  returned: false,
  approved_at: null,
  approve_minutes: null,
  ship_minutes: null,
} as const

const placedOf = (data: Extract<OrderEvent, { type: 'OrderCreated' }>['data']): Placed => {
  const lines = data.lines.map(({ productId, product, quantity, amount }) => ({
    productId,
    product,
    quantity,
    amount,
  }))
  return {
    lines,
    campaign: data.sales?.salesId ?? '',
    campaign_name: data.sales?.name ?? '',
    location: data.location.locationId,
    location_name: data.location.name,
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    // Adds up the lines instead of using the event's sum, so that the products and sales reports
    // agree.
    goods: lines.reduce((sum, { amount }) => sum + amount, 0),
    delivery: data.deliveryPrice,
  }
}

const statusAfter = (event: Exclude<CountedOrderEvent, { type: 'OrderCreated' }>) => {
  if (event.type === 'OrderApproved') return 'confirmed'
  return event.type === 'OrderArchived' ? 'archived' : event.data.to
}

const causeOfSale = (event: CountedOrderEvent): SaleCause => {
  if (event.type !== 'OrderApproved') return 'restored'
  const { evidence } = event.data
  return evidence && 'lines' in evidence ? 'approved' : 'approved without money'
}

const bucketOf = (from: string, to: string): number => {
  const { upperBounds } = minutesHistogram
  const minutes = (Date.parse(to) - Date.parse(from)) / 60_000
  return upperBounds.find((bound) => minutes <= bound) ?? Number(upperBounds.at(-1))
}

/**
 * An order's progress follows from its status, with two exceptions: an archived order keeps its
 * progress, and a returned order may not have been shipped.
 */
const moved = (order: OrderRow, status: OrderRow['status'], at: string): OrderRow => {
  if (status === 'archived') return { ...order, status }
  if (status === 'pending') return { ...order, ...asPlaced }
  const approved_at = order.approved ? order.approved_at : at
  const approve_minutes = order.approved ? order.approve_minutes : bucketOf(order.created_at, at)
  const shipped = status === 'shipped' || (status === 'returned' && order.shipped)
  const since = approved_at ?? at
  const ship_minutes = order.shipped ? order.ship_minutes : bucketOf(since, at)
  return {
    ...order,
    status,
    approved: true,
    shipped,
    returned: status === 'returned',
    approved_at,
    approve_minutes,
    ship_minutes: shipped ? ship_minutes : null,
  }
}

const has = (order: OrderRow, stage: Stage): boolean =>
  stage === 'archived' ? order.status === 'archived' : order[stage]

const minutesOf = (order: OrderRow, stage: Stage): number | null => {
  if (stage === 'approved') return order.approve_minutes
  return stage === 'shipped' ? order.ship_minutes : null
}

/**
 * If the order has left the pending status or returned to it, the first fact has `since`, the day
 * on which the order was placed.
 */
const stageFacts = (before: OrderRow, after: OrderRow, { at }: Cause) => {
  const business_day = lagosDay(at)
  const isMovedOut = (before.status === 'pending') !== (after.status === 'pending')
  return stages
    .filter((stage) => has(before, stage) !== has(after, stage))
    .map((stage, index) => {
      const isReached = has(after, stage)
      const minutes = minutesOf(isReached ? after : before, stage)
      const since = isMovedOut && index === 0 ? lagosDay(before.created_at) : null
      return { kind: stage, sign: isReached ? 1 : -1, business_day, minutes, since } as const
    })
}

const saleFacts = (
  before: OrderRow,
  after: OrderRow,
  { cause, causeOfSale }: { cause: Cause; causeOfSale: SaleCause },
) => {
  if (isSold(before.status) === isSold(after.status)) return []
  const sign = isSold(after.status) ? 1 : -1
  const { lines, quantity, goods, delivery, ...names } = after.placed
  const common = { sign, business_day: lagosDay(cause.at), staff: cause.staff } as const
  const sale = {
    ...common,
    ...names,
    kind: 'sale' as const,
    order_id: after.order_id,
    detail: sign > 0 ? causeOfSale : ('reversed' satisfies SaleCause),
    quantity: sign * quantity,
    amount: sign * goods,
    part: sign * delivery,
  }
  const products = lines.map((line) => ({
    ...common,
    ...names,
    kind: 'product' as const,
    product: line.productId,
    product_name: line.product,
    quantity: sign * line.quantity,
    amount: sign * line.amount,
  }))
  return [sale, ...products]
}
