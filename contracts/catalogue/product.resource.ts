import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { defineEvent, type EventsOf, eventCodec } from '../event-codec.ts'
import { ListQuery } from '../list.ts'
import { Naira } from '../naira.ts'
import { givenText, identifier, optionalLine, pathIdentifier, thingName } from '../text.ts'
import { archivableResource } from './archivable.resource.ts'
import { picturePath, pictureTypes, unknownPicture } from './picture.ts'
import { ProductChoice } from './product.ts'

const productId = z.uuid()
const price = z.int().describe('Whole naira.')
const content = z.object({
  productId,
  name: givenText,
  price,
  picture: givenText
    .exactOptional()
    .describe(
      'The id of the product’s picture, a hash of the picture’s contents; empty means no picture, missing means unchanged.',
    ),
  group: givenText
    .exactOptional()
    .describe(
      'The heading that the product is listed under; empty means no heading, missing means unchanged.',
    ),
})

export const productEvents = eventCodec('product-{productId}', [
  defineEvent('ProductCreated', 'Staff added a product.', content),
  defineEvent(
    'ProductUpdated',
    'Staff changed the name, the price, the picture or the group of a product.',
    content,
  ),
  defineEvent(
    'ProductArchived',
    'Staff archived a product, so it can no longer be ordered.',
    z.object({ productId }),
  ),
  defineEvent('ProductRestored', 'Staff restored an archived product.', z.object({ productId })),
])
export type ProductEvent = EventsOf<typeof productEvents>

/** A row of the staff list. */
const Product = ProductChoice.extend({
  createdby: givenText,
  productstatus: z.enum(['active', 'archived']),
  createdat: z.iso.datetime(),
})

export const CreateProduct = z.object({
  productname: thingName('Please enter product name!'),
  price: Naira,
  picture: identifier()
    .regex(/^([0-9a-f]{40})?$/, unknownPicture)
    .exactOptional()
    .describe('The id that the picture’s upload returned. An empty text removes the picture.'),
  group: optionalLine(40)
    .unwrap()
    .exactOptional()
    .describe('The product’s heading in the form. An empty text leaves the product without one.'),
})

const UpdateProduct = CreateProduct.extend({ productid: z.uuid() })
const ProductAnswer = CommandAnswer.extend({ productid: z.uuid(), productname: givenText })

const filter = optionalLine(200)

export const product = archivableResource({
  singular: 'product',
  plural: 'products',
  name: 'product',
  path: 'product',
  noun: 'Product',
  listPath: 'products',
  listName: 'Products',
  id: 'productId',
  events: productEvents,
  row: Product,
  query: ListQuery.extend({ productname: filter, group: filter, createdby: filter }),
  create: CreateProduct,
  update: UpdateProduct,
  answer: ProductAnswer,
})

export const productEndpoints = endpoints('Catalogue', {
  uploadProductPicture: {
    method: 'POST',
    path: '/api/admin/product-pictures',
    access: { permission: 'catalogue.manage' },
    summary: 'Upload the picture of a product, a PNG or JPEG in the multipart field `file`',
    response: { 201: CommandAnswer.extend({ picture: givenText }) },
  },
  getProductPicture: {
    method: 'GET',
    path: `${picturePath}/:file`,
    access: 'public',
    summary: 'Get the picture of a product as AVIF or WebP',
    params: z.object({ file: pathIdentifier }),
    streams: pictureTypes.map((type) => `image/${type}`),
  },
})
