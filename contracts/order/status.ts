import { z } from 'zod'
import { identifier, maximumMessageLength, optionalText } from '../text.ts'

type StatusDefinition<Name> = {
  /** Identifies the option in `GET /api/orders/status`. */
  id: number
  /** As tabs and mails show it. */
  label: string
  colour: 'blue' | 'green' | 'black' | 'orange' | 'red'
  /** The URL of its list, below `/api`. */
  listPath: `/${string}`
  /**
   * The statuses that staff may change it to. Approving, archiving a pending order, restoring and
   * undoing are commands of their own, and not limited by this list.
   */
  next: readonly Name[]
  /** Whether a change to it needs a comment. */
  needsComment: boolean
}

const defineStatuses = <Name extends string>(
  statuses: Record<Name, StatusDefinition<NoInfer<Name>>>,
) => statuses

/** Every status of an order, in the order of its life. */
export const orderStatuses = defineStatuses({
  pending: {
    ...{ id: 3, label: 'Pending', colour: 'blue', needsComment: false },
    listPath: '/admin/orders',
    next: [],
  },
  confirmed: {
    ...{ id: 4, label: 'Confirmed', colour: 'green', needsComment: false },
    listPath: '/admin/confirmed-orders',
    next: ['shipped', 'returned', 'archived'],
  },
  shipped: {
    ...{ id: 5, label: 'Shipped', colour: 'black', needsComment: false },
    listPath: '/admin/orders/delivery',
    next: ['confirmed', 'returned', 'archived'],
  },
  returned: {
    ...{ id: 7, label: 'Returned', colour: 'orange', needsComment: true },
    listPath: '/admin/orders/return',
    next: ['confirmed', 'shipped', 'archived'],
  },
  archived: {
    ...{ id: 6, label: 'Archived', colour: 'red', needsComment: false },
    listPath: '/admin/archived-orders',
    next: [],
  },
})

export type OrderStatus = keyof typeof orderStatuses
export const OrderStatus = z.enum(Object.keys(orderStatuses) as OrderStatus[])

/** `GET /api/orders/status`. */
export const orderStatusOptions = OrderStatus.options
  .map((name) => ({ id: orderStatuses[name].id, name }))
  .sort((one, other) => one.id - other.id)
export const OrderStatusOption = z.object({ id: z.int(), name: OrderStatus })

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
