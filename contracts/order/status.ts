import { z } from 'zod'
import { identifier, maximumMessageLength, optionalText } from '../text.ts'
import { OrderStatus } from './order.ts'

/** `GET /api/orders/status`. */
export const orderStatusOptions = [
  { id: 3, name: 'pending' },
  { id: 4, name: 'confirmed' },
  { id: 5, name: 'shipped' },
  { id: 6, name: 'archived' },
  { id: 7, name: 'returned' },
] as const satisfies { id: number; name: OrderStatus }[]
export const OrderStatusOption = z.object({ id: z.int(), name: OrderStatus })
/** Not in a row's dropdown: no order goes back to pending. */
export const neverOfferedStatusId = 3
/** The status that is set together with a comment. */
export const commentedStatusId = 7
export const enterCommentText = 'Please enter comment!'

/**
 * `PUT /api/order/{orderId}/status`. `orderStatus` is the option's id; its name is accepted too.
 */
export const ChangeOrderStatus = z.object({
  orderId: identifier().optional(),
  orderStatus: z.union([z.int(), identifier(20)]),
  orderMessage: optionalText(maximumMessageLength),
})
export type ChangeOrderStatus = z.infer<typeof ChangeOrderStatus>
