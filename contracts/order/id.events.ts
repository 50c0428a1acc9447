import { z } from 'zod'
import { defineEvent, eventCodec } from '../event-codec.ts'
import { givenText } from '../text.ts'

/** The single stream of all reserved ids. */
export const orderIdsStream = 'orderids-reserved'

export const orderIdsEvents = eventCodec(orderIdsStream, [
  defineEvent(
    'OrderIdsReserved',
    'Staff reserved order ids in advance. New orders use them, oldest first.',
    z.object({ ids: z.array(givenText) }),
  ),
])

/** This event is in the stream of the id `keyedId`, not in the stream of the order `orderId`. */
export const orderIdAssigned = defineEvent(
  'OrderIdAssigned',
  'The order got a reserved id instead of the id derived from its idempotency key. This event is in the stream of the derived id, so that a repeated submission finds the order.',
  z.object({ keyedId: givenText, orderId: givenText }),
)
