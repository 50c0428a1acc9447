import { z } from 'zod'
import { givenText } from './text.ts'

/** The single stream of all reserved ids. */
export const orderIdsStream = 'orderids-reserved'

/** Ids that staff generated in advance. New orders use them up, oldest first. */
export const OrderIdsReserved = z.object({
  type: z.literal('OrderIdsReserved'),
  data: z.object({ ids: z.array(givenText) }),
})
export type OrderIdsReserved = z.infer<typeof OrderIdsReserved>

/**
 * Recorded in the stream that a submission's idempotency key leads to: the order got a reserved id
 * instead, and a repeated submission finds the order through this event. Never in an order's own
 * stream.
 */
export const OrderIdAssigned = z.object({
  type: z.literal('OrderIdAssigned'),
  data: z.object({ keyedId: givenText, orderId: givenText }),
})
export type OrderIdAssigned = z.infer<typeof OrderIdAssigned>
