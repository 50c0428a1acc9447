import { z } from 'zod'
import { givenText, identifier, maxMessageLength, requiredLine, requiredText } from '../text.ts'
import { ShownQuestionState } from './question-kind.ts'
import { ShownShipment } from './shown-shipment.ts'
import { OrderStatus } from './status.ts'

/** `GET /api/orders/{orderId}/track`. Personal fields are masked: the call is public. */
export const TrackedOrder = z.object({
  orderId: givenText,
  /** `Ada O.` */
  fullName: givenText,
  /** All but the last four digits hidden; all of them while a question is open. */
  phone: givenText,
  /** Items joined by `||`. */
  product: givenText,
  amount: z.int(),
  createdAt: z.iso.datetime(),
  orderStatus: OrderStatus,
  salesMessage: givenText,
  orderMessage: givenText,
  sales: givenText,
  /** How it was shipped, if that was said. */
  shipment: ShownShipment.exactOptional(),
  /** All but the first two characters hidden. */
  instagramUsername: givenText,
  /** Whether the shop asks something. The question itself is only for the order's customer. */
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
      /** How the order was shipped in that step, if it was said. */
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

/** The form's field, where people also paste a message or a link that has the id. */
export const TrackOrder = z.object({ orderId: requiredLine('Please enter order id!', 2000) })

/**
 * `GET /api/orders/confirmation-time`: within how many minutes four of five orders were confirmed in
 * the last 30 days; null when there are too few to say.
 */
export const ConfirmationTime = z.object({ withinMinutes: z.int().nullable() })
