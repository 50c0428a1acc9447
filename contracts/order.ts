import { z } from 'zod'
import { CommandAnswer } from './answer.ts'
import { defaultCountryCode } from './country.ts'
import { Day, ListQuery } from './list.ts'
import { maximumMessageLength, optionalText, requiredText } from './text.ts'
import { maximumFiles } from './upload.ts'

export const OrderStatus = z.enum(['pending', 'confirmed', 'shipped', 'returned', 'archived'])
export type OrderStatus = z.infer<typeof OrderStatus>

export const orderStream = (orderId: string) => `order-${orderId}`

/** `GET /api/orders/status`. Id 3 is never offered in a dropdown, and id 7 requires a comment. */
export const orderStatusOptions = [
  { id: 3, name: 'pending' },
  { id: 4, name: 'confirmed' },
  { id: 5, name: 'shipped' },
  { id: 6, name: 'archived' },
  { id: 7, name: 'returned' },
] as const satisfies { id: number; name: OrderStatus }[]
export const OrderStatusOption = z.object({ id: z.int(), name: OrderStatus })
export const neverOfferedStatusId = 3
export const commentedStatusId = 7

// ---- the order form -------------------------------------------------------------------------

const email = (message: string) => z.string(message).trim().max(254, message).pipe(z.email(message))

/** Step 1. The specification shows no texts for it but the e-mail's. */
export const CustomerDetails = z.object({
  firstname: requiredText('Please enter first name!', 100),
  lastname: requiredText('Please enter last name!', 100),
  email: email('The input is not valid E-mail!'),
  countrycode: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Please select a country')
    .default(defaultCountryCode),
  phone: requiredText('Please enter phone number!', 30).regex(
    /^[+()\d\s.-]{5,}$/,
    'Please enter phone number!',
  ),
  instagramusername: requiredText('Please enter instagram username!', 60),
})
export type CustomerDetails = z.infer<typeof CustomerDetails>

/** Step 2. A line names its product by id where it has one, else by name. */
export const SelectedProduct = z.object({
  productid: z.uuid().optional(),
  productname: requiredText('Please select a product', 200),
  price: z.number(),
  quantity: z
    .int('Quantity must be a whole number')
    .min(1, 'Quantity must be at least 1')
    .max(10_000, 'Quantity must be at most 10000'),
  amount: z.number(),
})
export type SelectedProduct = z.infer<typeof SelectedProduct>
export const maximumLines = 100

/** A proof of payment: named by the `fileUid` of an upload, or sent along in `base64Image`. */
export const OrderFile = z.object({
  fileType: z.string().max(100),
  fileName: z.string().max(255),
  fileUid: z.string().max(100),
  /** Bare base64 or a data URL. */
  base64Image: z.string().optional(),
})
export type OrderFile = z.infer<typeof OrderFile>

/** `POST /api/create-order`, and step by step the form's rules, in the specification's words. */
export const CreateOrder = CustomerDetails.extend({
  /** A `locationid`. */
  location: requiredText('Please select a location', 64),
  /** A `countryname`; empty but for the international location. */
  country: optionalText(100),
  postalcode: optionalText(20),
  deliveryaddress: optionalText(500),
  accountname: requiredText('Please enter account name', 200),
  tandc: z.literal(true, 'Should accept terms and conditions'),
  products: z
    .array(SelectedProduct)
    .min(1, 'Please select a product')
    .max(maximumLines, `At most ${maximumLines} products, please`),
  files: z
    .array(OrderFile)
    .min(1, 'Please upload your proof of payment')
    .max(maximumFiles, `At most ${maximumFiles} files, please`),
  /** Sub total plus delivery price, as the form showed it; the server computes its own. */
  amount: z.number(),
  /** A `salesid`, or empty. */
  salesid: optionalText(64),
})
export type CreateOrder = z.infer<typeof CreateOrder>

/** What depends on the location: a country and a postal code, or an address. */
export const internationalRules = {
  country: 'Please select a country',
  postalcode: 'Please enter postal code',
  deliveryaddress: 'Please enter delivery address',
}

export const OrderCreatedAnswer = CommandAnswer.extend({
  orderId: z.string(),
  result: z.object({ orderId: z.string() }),
})
export type OrderCreatedAnswer = z.infer<typeof OrderCreatedAnswer>

// ---- the customer's view ----------------------------------------------------------------------

/** `GET /api/orders/{orderId}/track`. Personal fields are masked: the call is public. */
export const TrackedOrder = z.object({
  orderId: z.string(),
  /** `Ada O.` */
  fullName: z.string(),
  /** All but the last four digits hidden. */
  phone: z.string(),
  /** Items joined by `||`. */
  product: z.string(),
  amount: z.int(),
  createdAt: z.iso.datetime(),
  orderStatus: OrderStatus,
  salesMessage: z.string(),
  orderMessage: z.string(),
  sales: z.string(),
  /** All but the first two characters hidden. */
  instagramUsername: z.string(),
})
export type TrackedOrder = z.infer<typeof TrackedOrder>

/** `GET /api/orders/{orderId}/history`. */
export const OrderHistory = z.object({
  orderId: z.string(),
  fullname: z.string(),
  histories: z.array(
    z.object({
      orderStatus: OrderStatus,
      dateCreated: z.iso.datetime(),
      /** The shop's message with that step, or empty. */
      orderMessage: z.string(),
    }),
  ),
})
export type OrderHistory = z.infer<typeof OrderHistory>

/** `POST /api/order/{orderId}/review`. */
export const ReviewOrder = z.object({
  orderId: z.string().max(64).optional(),
  review: requiredText('Please type your review!', maximumMessageLength),
})
export type ReviewOrder = z.infer<typeof ReviewOrder>

export const TrackOrder = z.object({ orderId: requiredText('Please enter order id!', 64) })

// ---- the staff's view --------------------------------------------------------------------------

/** Days of the shop's calendar, both inclusive, on the order's creation time. */
export const OrderPeriod = z.object({ dateFrom: Day.optional(), dateTo: Day.optional() })

const filter = optionalText(200)

/** What all five order lists take. A filter finds rows whose field holds the text. */
export const OrderListQuery = ListQuery.extend({
  ...OrderPeriod.shape,
  /** In order id, name, e-mail, phone, Instagram name and account name. */
  search: filter,
  orderid: filter,
  fullname: filter,
  email: filter,
  phone: filter,
  instagramusername: filter,
  accountname: filter,
  country: filter,
  deliverylocation: filter,
  sales: filter,
})
export type OrderListQuery = z.infer<typeof OrderListQuery>

/**
 * What staff should look at before they approve: the same proof file as another order, the same
 * account name and amount as another order within 72 hours, pending for more than 24 hours, a
 * delivery abroad.
 */
export const OrderFlag = z.enum(['same-proof', 'same-payment', 'waiting', 'international'])
export type OrderFlag = z.infer<typeof OrderFlag>

/** A row of the five order lists. */
export const OrderRow = z.object({
  orderid: z.string(),
  createdat: z.iso.datetime(),
  total: z.int(),
  orderstatus: OrderStatus,
  /** Sum of the lines' quantities. */
  quantity: z.int(),
  fullname: z.string(),
  accountname: z.string(),
  country: z.string(),
  deliverylocation: z.string(),
  deliveryaddress: z.string(),
  postalcode: z.string(),
  email: z.string(),
  phone: z.string(),
  instagramusername: z.string(),
  deliveryprice: z.int(),
  sales: z.string(),
  /** Comma-separated URLs, signed, good for 15 minutes. */
  filepath: z.string(),
  products: z.array(
    z.object({ product: z.string(), price: z.int(), quantity: z.int(), amount: z.int() }),
  ),
  orderMessage: z.string(),
  review: z.string(),
  flags: z.array(OrderFlag),
})
export type OrderRow = z.infer<typeof OrderRow>

/** `GET /api/admin/orders/counts`: the badges and the menu in one call. */
export const OrderCounts = z.record(OrderStatus, z.int())
export type OrderCounts = z.infer<typeof OrderCounts>

/** `PUT /api/order/{orderId}/status`. `orderStatus` is the option's id; its name is taken too. */
export const ChangeOrderStatus = z.object({
  orderId: z.string().max(64).optional(),
  orderStatus: z.union([z.int(), z.string().max(20)]),
  orderMessage: optionalText(maximumMessageLength),
})
export type ChangeOrderStatus = z.infer<typeof ChangeOrderStatus>

/** `POST /api/admin/orders/{orderId}/undo`: the log position of the event to undo. */
export const UndoOrderChange = z.object({
  position: z
    .union([z.string().regex(/^\d{1,19}$/), z.int().nonnegative()], 'Please name what to undo')
    .transform(String),
})

/** `POST /api/generate-paymentconfirmation-orderid?num={n}`; commas are those of a typed number. */
export const GenerateOrderIds = z.object({
  num: z
    .string('Please enter the number of ids!')
    .trim()
    .min(1, 'Please enter the number of ids!')
    .transform((typed) => Number(typed.replaceAll(',', '')))
    .pipe(
      z
        .int('Please enter a whole number of ids')
        .min(1, 'Please enter at least 1')
        .max(1000, 'Please enter at most 1000'),
    ),
})
export const OrderIdsAnswer = CommandAnswer.extend({ result: z.array(z.string()) })

/** `GET /api/admin/download-orders`. */
export const ConfirmedOrderRow = z.object({
  orderid: z.string(),
  fullname: z.string(),
  deliveryaddress: z.string(),
  product: z.string(),
  sales: z.string(),
  instagramusername: z.string(),
  createdat: z.iso.datetime(),
})
export type ConfirmedOrderRow = z.infer<typeof ConfirmedOrderRow>

/** `GET /api/admin/order-products`: one row a product and campaign, over orders not archived. */
export const OrderedProduct = z.object({
  product: z.string(),
  productordered: z.int(),
  sales: z.string(),
})
export type OrderedProduct = z.infer<typeof OrderedProduct>
