import { z } from 'zod'
import { defineEvent, type EventsOf, eventCodec } from '../event-codec.ts'
import { ListQuery } from '../list.ts'
import { givenText, optionalLine } from '../text.ts'
import { archivableResource } from './archivable-resource.ts'
import { CreateProduct, Product, ProductAnswer, UpdateProduct } from './product.ts'

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

/** What the shop sells. */
export const product = archivableResource({
  ...{ singular: 'product', plural: 'products', name: 'product', path: 'product' },
  ...{ noun: 'Product', listPath: 'products', listName: 'Products' },
  id: 'productId',
  events: productEvents,
  row: Product,
  query: ListQuery.extend({ productname: optionalLine(200), createdby: optionalLine(200) }),
  ...{ create: CreateProduct, update: UpdateProduct, answer: ProductAnswer },
})
