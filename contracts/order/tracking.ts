import { z } from 'zod'
import { givenText, identifier, maxMessageLength, requiredLine, requiredText } from '../text.ts'
import { ShownQuestionState } from './question-kind.ts'
import { ShownShipment } from './shown-shipment.ts'
import { OrderStatus } from './status.ts'

/** `GET /api/orders/{orderId}/track`. Personal fields are masked, because the call is public. */
export const TrackedOrder = z.object({
  orderId: givenText,
  /** For example `Ada O.` */
  fullName: givenText,
  /** Only the last four digits are visible; none are while a question is open. */
  phone: givenText,
  /** Items joined by `||`. */
  product: givenText,
  amount: z.int(),
  createdAt: z.iso.datetime(),
  orderStatus: OrderStatus,
  salesMessage: givenText,
  orderMessage: givenText,
  sales: givenText,
  /** How it was shipped, if known. */
  shipment: ShownShipment.exactOptional(),
  /** Only the first two characters are visible. */
  instagramUsername: givenText,
  /** Whether the shop is asking something. Only the order's customer sees the question itself. */
  question: ShownQuestionState.exactOptional(),
})
export type TrackedOrder = z.infer<typeof TrackedOrder>

/** `GET /api/orders/{orderId}/history`. */
export const OrderHistory = z.object({
  orderId: givenText,
  fullname: givenText,
  histories: z.array(
    z.object({
      orderStatus: OrderStatus,
      dateCreated: z.iso.datetime(),
      /** The shop's message for that step, or empty. */
      orderMessage: givenText,
      /** How the order was shipped in that step, if known. */
      shipment: ShownShipment.exactOptional(),
    }),
  ),
})
export type OrderHistory = z.infer<typeof OrderHistory>

/** `POST /api/order/{orderId}/review`. */
export const ReviewOrder = z.object({
  orderId: identifier().optional(),
  review: requiredText('Please type your review!', maxMessageLength),
})

/** The form's field, into which people also paste a message or a link that contains the id. */
export const TrackOrder = z.object({ orderId: requiredLine('Please enter order id!', 2000) })

/**
 * `GET /api/orders/confirmation-time`: the time in minutes within which four of five orders of the
 * last 30 days were confirmed; null if there are too few orders.
 */
export const ConfirmationTime = z.object({ withinMinutes: z.int().nullable() })
