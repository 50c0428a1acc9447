import { lagosDay } from '@strand/contracts/lagos-time'
import type { OrderStatus } from '@strand/contracts/order/status'
import type { Batch, OrderState } from './batch.ts'

export const count = (batch: Batch, status: OrderStatus, createdAt: string, difference: number) => {
  const day = `${status} ${lagosDay(createdAt)}`
  batch.counts.set(status, (batch.counts.get(status) ?? 0) + difference)
  batch.days.set(day, (batch.days.get(day) ?? 0) + difference)
}

/** Upper bounds in minutes, each easy to put in words; the last is too long to show to a customer. */
const confirmationTimes = [15, 30, 60, 120, 180, 240, 360, 480, 720, 1440, 2880, 4320, 10_080]

/** An approval that is undone stays counted: the payment was looked at in that time. */
export const countConfirmation = (batch: Batch, state: OrderState, at: string) => {
  const minutes = (Date.parse(at) - Date.parse(state.created_at)) / 60_000
  const within = confirmationTimes.find((time) => minutes <= time) ?? 525_600
  const key = `${lagosDay(at)} ${within}`
  batch.confirmations.set(key, (batch.confirmations.get(key) ?? 0) + 1)
}

export const countProducts = (batch: Batch, orderId: string, sign: 1 | -1) => {
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
