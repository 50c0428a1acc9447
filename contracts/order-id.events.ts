import { z } from 'zod'
import { givenText } from './text.ts'

/** The one stream of all reserved ids. */
export const orderIdsStream = 'orderids-reserved'

/** Ids that staff had made ahead. New orders use them up, oldest first. */
export const OrderIdsReserved = z.object({
  type: z.literal('OrderIdsReserved'),
  data: z.object({ ids: z.array(givenText) }),
})
export type OrderIdsReserved = z.infer<typeof OrderIdsReserved>

/**
 * In the stream that a submission's own key leads to: its order got a reserved id instead, so that
 * a repeated submission finds the order there. Never in the stream of an order.
 */
export const OrderIdAssigned = z.object({
  type: z.literal('OrderIdAssigned'),
  data: z.object({ keyedId: givenText, orderId: givenText }),
})
export type OrderIdAssigned = z.infer<typeof OrderIdAssigned>
