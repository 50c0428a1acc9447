import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { givenText, identifier, pathIdentifier } from '../text.ts'
import { OrderRow } from './staff.ts'

/** The number of seconds that a reviewer has an order to themselves; a lease can be renewed. */
export const leaseSeconds = 90

/** `POST /api/admin/orders/review/next`. `skip`: orders that the reviewer does not want now. */
export const NextReview = z.object({ skip: z.array(identifier()).max(2_000).default([]) })

/** `PUT /api/admin/orders/{orderId}/lease`. */
export const TakeLease = z.object({ takeOver: z.boolean().default(false) })

/** Who is looking at an order now. When a lease changes, the live stream sends all leases. */
export const OrderLease = z.object({ orderid: givenText, userid: givenText, name: givenText })
export type OrderLease = z.infer<typeof OrderLease>
export const OrderLeases = z.array(OrderLease)

const manage = { permission: 'orders.manage' } as const
const lease = {
  ...({ path: '/api/admin/orders/:orderId/lease', access: manage } as const),
  params: z.object({ orderId: pathIdentifier }),
  response: { 200: CommandAnswer },
}

/** Who reviews which order. A lease is a hint to colleagues and not an event. */
export const orderLeaseEndpoints = endpoints('Orders', {
  nextReview: {
    method: 'POST',
    path: '/api/admin/orders/review/next',
    access: manage,
    summary: 'Take the oldest pending order that no colleague is reviewing',
    body: NextReview,
    response: { 200: CommandAnswer.extend({ result: OrderRow.nullable() }) },
  },
  takeLease: {
    method: 'PUT',
    ...lease,
    body: TakeLease,
    summary: 'Start or continue reviewing an order',
  },
  releaseLease: {
    method: 'DELETE',
    ...lease,
    summary: 'Stop reviewing an order',
  },
})
