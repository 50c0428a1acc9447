import { z } from 'zod'
import { defineEvent, type EventsOf, eventCodec } from '../event-codec.ts'
import { givenText } from '../text.ts'

const productId = z.uuid()
const price = z.int().describe('Whole naira.')

export const productEvents = eventCodec('product-{productId}', [
  defineEvent(
    'ProductCreated',
    'Staff added a product.',
    z.object({ productId, name: givenText, price }),
  ),
  defineEvent(
    'ProductUpdated',
    'Staff changed the name or the price of a product.',
    z.object({ productId, name: givenText, price }),
  ),
  defineEvent(
    'ProductArchived',
    'Staff archived a product: it cannot be ordered any more.',
    z.object({ productId }),
  ),
  defineEvent('ProductRestored', 'Staff restored an archived product.', z.object({ productId })),
])
export type ProductEvent = EventsOf<typeof productEvents>
