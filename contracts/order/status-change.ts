import { z } from 'zod'
import { identifier, maxMessageLength, optionalText } from '../text.ts'
import { OrderStatus, orderStatuses } from './status.ts'

/** `GET /api/orders/status`. */
export const orderStatusOptions = OrderStatus.options
  .map((name) => ({ id: orderStatuses[name].id, name }))
  .sort((one, other) => one.id - other.id)
export const OrderStatusOption = z.object({ id: z.int(), name: OrderStatus })

export const enterCommentText = 'Please enter comment!'

/** `PUT /api/order/{orderId}/status`. `orderStatus` is an option's id or name. */
export const ChangeOrderStatus = z.object({
  orderId: identifier().optional(),
  orderStatus: z.union([z.int(), identifier(20)]),
  orderMessage: optionalText(maxMessageLength),
})

const mailedStatuses = ['confirmed', 'shipped', 'returned'] as const satisfies OrderStatus[]
export type MailedStatus = (typeof mailedStatuses)[number]

/**
 * Whether a change to this status causes an email. An approval causes an email, too, but is not
 * such a change.
 */
export const isStatusMailed = (to: OrderStatus): to is MailedStatus =>
  mailedStatuses.some((status) => status === to)
