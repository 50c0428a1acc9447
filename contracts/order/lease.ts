import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { givenText, identifier, pathIdentifier } from '../text.ts'
import { OrderRow } from './staff.ts'

/** Seconds for which nobody else is given an order to review, unless its reviewer renews the lease. */
export const leaseSeconds = 90

/** `POST /api/admin/orders/review/next`: the orders to leave out, as those put off until later. */
export const NextReview = z.object({ skip: z.array(identifier()).max(2_000).default([]) })

/** `PUT /api/admin/orders/{orderId}/lease`. */
export const TakeLease = z.object({ takeOver: z.boolean().default(false) })

/** Who looks at an order now; the live stream sends all of them whenever one changes. */
export const OrderLease = z.object({ orderid: givenText, userid: givenText, name: givenText })
export type OrderLease = z.infer<typeof OrderLease>
export const OrderLeases = z.array(OrderLease)

const manage = { permission: 'orders.manage' } as const
const lease = {
  ...({ path: '/api/admin/orders/:orderId/lease', access: manage } as const),
  params: z.object({ orderId: pathIdentifier }),
  response: { 200: CommandAnswer },
}

/** Who reviews which payment. A lease is a note between colleagues and no event. */
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
    summary: 'Begin or go on to look at an order',
  },
  releaseLease: {
    method: 'DELETE',
    ...lease,
    summary: 'Stop reviewing an order',
  },
})
