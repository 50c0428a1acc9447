import { z } from 'zod'
import { givenText, identifier, maxMessageLength, requiredLine, requiredText } from '../text.ts'
import { ShownQuestionState } from './question-kind.ts'
import { ShownShipment } from './shown-shipment.ts'
import { OrderStatus } from './status.ts'

/** `GET /api/orders/{orderId}/track`. Anyone may call this, so personal fields are masked. */
export const TrackedOrder = z.object({
  orderId: givenText,
  /** For example `Ada O.` */
  fullName: givenText,
  /** Only the last four digits are visible; none while a question is open. */
  phone: givenText,
  /** The items, joined by `||`. */
  product: givenText,
  amount: z.int(),
  createdAt: z.iso.datetime(),
  orderStatus: OrderStatus,
  salesMessage: givenText,
  orderMessage: givenText,
  sales: givenText,
  /** The last shipment; absent if unknown. */
  shipment: ShownShipment.exactOptional(),
  /** Only the first two characters are visible. */
  instagramUsername: givenText,
  /**
   * Whether the shop has asked the customer something. The question itself is only for the order's
   * customer.
   */
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
      /** The shop's message with this step; may be empty. */
      orderMessage: givenText,
      /** The shipment in this step; absent if unknown. */
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

/** The form's field. People also paste a message or a link that contains the id. */
export const TrackOrder = z.object({ orderId: requiredLine('Please enter order id!', 2000) })

/**
 * `GET /api/orders/confirmation-time`: the number of minutes within which four out of five orders
 * in the last 30 days were confirmed; null if there are too few orders.
 */
export const ConfirmationTime = z.object({ withinMinutes: z.int().nullable() })
