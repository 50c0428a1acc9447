import { z } from 'zod'

type StatusDefinition<Name> = {
  /** The option's id in `GET /api/orders/status`. */
  id: number
  label: string
  colour: 'blue' | 'green' | 'black' | 'orange' | 'red'
  /** The path of the list, below `/api`. */
  listPath: `/${string}`
  /**
   * The statuses to which staff may change an order with this status. Approving, archiving a
   * pending order, restoring and undoing are separate commands, and do not depend on this list.
   */
  next: readonly Name[]
  needsComment: boolean
  meaning: string
  /** The statuses that usually follow; customers see them as next steps. */
  ahead: readonly Name[]
  /** What the shop will do in this status, for customers who see it as a next step. */
  toCome?: string
}

const defineStatuses = <Name extends string>(
  statuses: Record<Name, StatusDefinition<NoInfer<Name>>>,
) => statuses

/** Every status, in the sequence in which orders usually reach them. */
export const orderStatuses = defineStatuses({
  pending: {
    id: 3,
    label: 'Pending',
    colour: 'blue',
    needsComment: false,
    listPath: '/admin/orders',
    next: [],
    meaning:
      'We have your order and your proof of payment, and are checking whether the money has arrived.',
    ahead: ['confirmed', 'shipped'],
  },
  confirmed: {
    id: 4,
    label: 'Confirmed',
    colour: 'green',
    needsComment: false,
    listPath: '/admin/confirmed-orders',
    next: ['shipped', 'returned', 'archived'],
    meaning: 'Your payment has arrived, and we are getting your order ready.',
    toCome: 'We’ll find your payment and write to you.',
    ahead: ['shipped'],
  },
  shipped: {
    id: 5,
    label: 'Shipped',
    colour: 'black',
    needsComment: false,
    listPath: '/admin/orders/delivery',
    next: ['confirmed', 'returned', 'archived'],
    meaning: 'We have handed your order over for delivery.',
    toCome: 'We’ll hand your order over for delivery and write to you.',
    ahead: [],
  },
  returned: {
    id: 7,
    label: 'Returned',
    colour: 'orange',
    needsComment: true,
    listPath: '/admin/orders/return',
    next: ['confirmed', 'shipped', 'archived'],
    meaning: 'Your order came back to us. Ask us what happens next.',
    ahead: [],
  },
  archived: {
    id: 6,
    label: 'Archived',
    colour: 'red',
    needsComment: false,
    listPath: '/admin/archived-orders',
    next: [],
    meaning:
      'We’ve closed this order and aren’t working on it. If you have paid for it or expect it, ask us: we can reopen it.',
    ahead: [],
  },
})

export type OrderStatus = keyof typeof orderStatuses
export const OrderStatus = z.enum(Object.keys(orderStatuses) as OrderStatus[])
