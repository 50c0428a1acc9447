import { z } from 'zod'
import { Day, ListQuery, maxPageSize, pageOf } from '../list.ts'
import { givenText, identifier, optionalLine } from '../text.ts'
import { LastChange } from './last-change.ts'
import { OldPrice } from './old-price.ts'
import { shownPersonalFields } from './personal.ts'
import { OrderQuestion } from './question.ts'
import { QuestionState } from './question-kind.ts'
import { maxShipped } from './ship-orders.ts'
import { ShownShipment } from './shown-shipment.ts'
import { OrderStatus } from './status.ts'

/** The first and last day, inclusive and in Lagos, on which the orders were created. */
export const OrderPeriod = z.object({ dateFrom: Day.optional(), dateTo: Day.optional() })

const filter = optionalLine(200)

/** The parameters of the order lists. A filter finds rows whose field contains its text. */
export const OrderListQuery = ListQuery.extend({
  ...OrderPeriod.shape,
  /**
   * Searches order id, payment code, amount, name, email, phone, Instagram name, account name,
   * address, products, notes and waybills.
   */
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
  /** `open`: orders that wait for the customer's answer. */
  question: QuestionState.optional(),
  /** The id of the person to whom the orders are assigned. */
  assignee: identifier().default(''),
})
export type OrderListQuery = z.infer<typeof OrderListQuery>

/** The maximum number of ids in `GET /api/admin/orders/ids`, enough for twenty bulk commands. */
export const maxMatchingIds = 10_000

/** The filters of an order list, to get the ids of all matching orders. */
export const OrderIdsQuery = OrderListQuery.omit({
  page: true,
  results: true,
  sortField: true,
  sortOrder: true,
}).extend({ status: OrderStatus.default('pending') })
export type OrderIdsQuery = z.infer<typeof OrderIdsQuery>

/**
 * The newest matching ids with the positions of their rows, and whether older orders match, too.
 */
export const MatchingOrderIds = z.object({
  ids: z.array(givenText),
  positions: z.record(givenText, givenText),
  more: z.boolean(),
})
export type MatchingOrderIds = z.infer<typeof MatchingOrderIds>

/** `GET /api/admin/orders/rows`: ids separated by commas, at most a page of them. */
export const OrderRowsQuery = z.object({
  ids: identifier(65 * maxPageSize)
    .transform((ids) => ids.split(',').filter((id) => id !== ''))
    .pipe(z.array(identifier()).min(1, 'Please name an order').max(maxPageSize)),
})

/**
 * What staff should check. After the approval:
 * - `taken-back`: the bank took the money back, or may have, and nobody has dealt with it
 * - `unmatched`: staff unmatched the money, and no other money came
 *
 * Before the approval:
 * - `same-proof`: another order has the same proof file
 * - `same-payment`: another order within 72 hours has the same account name and amount
 * - `unpromised-price`: the promise of the old prices had expired, but the customer had sent the
 *   old amount and confirmed anyway
 * - `old-price`: the shop had promised the old prices
 * - `other-amount`: the customer had sent an amount other than the total
 * - `waiting`: the order has been pending for more than 24 hours
 * - `international`: the delivery goes abroad
 */
export const OrderFlag = z.enum([
  'taken-back',
  'unmatched',
  'same-proof',
  'same-payment',
  'unpromised-price',
  'old-price',
  'other-amount',
  'waiting',
  'international',
])
export type OrderFlag = z.infer<typeof OrderFlag>

/** The part of a row about the staff who work on the order. */
const orderTeamFields = {
  /** The number of colleagues' notes, and the latest one. */
  notes: z.int(),
  note: givenText,
  /** The person who takes care of the order; `archived` if that person no longer works here. */
  assignee: z.object({ userid: givenText, name: givenText, archived: z.boolean() }).nullable(),
  /**
   * Who proposed to approve this pending order, which a second person must approve. `reason` says
   * why the order is approved without money; empty if there is money or no reason.
   */
  proposal: z.object({ userid: givenText, name: givenText, reason: givenText }).nullable(),
}

export const OrderRow = z.object({
  orderid: givenText,
  /**
   * The position of the last change, as `isChange` in `events.ts` defines it. A command sends back
   * the position that its caller saw.
   */
  position: givenText,
  createdat: z.iso.datetime(),
  total: z.int(),
  orderstatus: OrderStatus,
  /** The sum of the quantities of all lines. */
  quantity: z.int(),
  ...shownPersonalFields,
  country: givenText,
  deliverylocation: givenText,
  deliveryprice: z.int(),
  sales: givenText,
  /** The code that the customer was asked to write on the transfer; empty if the order has none. */
  paymentCode: givenText,
  /** Why the total differs from the shop's prices at the time; null if it does not. */
  oldPrice: OldPrice.nullable(),
  /** What the customer had sent, in whole naira; null if that is the total or unknown. */
  sentAmount: z.int().nullable(),
  /** Signed URLs that are valid for 15 minutes, separated by commas. */
  filepath: givenText,
  products: z.array(
    z.object({ product: givenText, price: z.int(), quantity: z.int(), amount: z.int() }),
  ),
  orderMessage: givenText,
  review: givenText,
  /** The last shipment; null if unknown. */
  shipment: ShownShipment.nullable(),
  /** Null if the order has not changed since it was placed. */
  lastChange: LastChange.nullable(),
  flags: z.array(OrderFlag),
  /**
   * Money that the bank took back and nobody has dealt with yet: how much, the last day, and
   * whether any of it is certain.
   */
  takenBack: z
    .object({ amountKobo: z.int(), takenBackOn: z.iso.date(), isCertain: z.boolean() })
    .nullable(),
  /** The last question to the customer; null if there was none. */
  question: OrderQuestion.nullable(),
  ...orderTeamFields,
  /**
   * For each flag about another order: that order. If there are several, the one with the newest
   * payment.
   */
  sameAs: z.array(z.object({ flag: OrderFlag, orderid: givenText })),
})
export type OrderRow = z.infer<typeof OrderRow>

/** `GET /api/admin/orders/counts`: the counts for the tabs and the menu. */
export const OrderCounts = z.object(
  Object.fromEntries(OrderStatus.options.map((status) => [status, z.int()])) as Record<
    OrderStatus,
    z.ZodInt
  >,
)
export type OrderCounts = z.infer<typeof OrderCounts>

/** `GET /api/admin/orders/search`: newest first, in any status. */
export const OrderSearchQuery = OrderListQuery.pick({
  page: true,
  results: true,
  dateFrom: true,
  dateTo: true,
  search: true,
}).extend({
  /**
   * The day on which the orders were approved without money. As in the day's close, it does not
   * matter what has happened to an order or its money since.
   */
  approvedWithoutMoney: Day.optional(),
})
export type OrderSearchQuery = z.infer<typeof OrderSearchQuery>

/** The maximum that is counted per status; a count that reaches it may be too low. */
export const maxToldHits = 1_000

export const OrderSearchPage = pageOf(OrderRow).shape.result.extend({
  hits: OrderCounts,
  /**
   * Whether more orders match than were examined. The counts are then too low, and the rows are
   * only some of the matches.
   */
  more: z.boolean(),
})
export type OrderSearchPage = z.infer<typeof OrderSearchPage>

/** `POST /api/admin/orders/{orderId}/undo`: the log position of the event to undo. */
export const UndoOrderChange = z.object({
  position: z
    .union([z.string().regex(/^\d{1,19}$/), z.int().nonnegative()], 'Please name what to undo')
    .transform(String),
})

/** `POST /api/admin/orders/undo`: for each order's id, the position of the change to undo. */
export const UndoOrderChanges = z.object({
  positions: z
    .record(identifier().min(1), UndoOrderChange.shape.position)
    .refine((positions) => Object.keys(positions).length > 0, 'Please select at least one')
    .refine(
      (positions) => Object.keys(positions).length <= maxShipped,
      `At most ${maxShipped} orders, please`,
    ),
})

/** `GET /api/admin/download-orders`. */
export const ConfirmedOrderRow = z.object({
  orderid: givenText,
  fullname: givenText,
  deliveryaddress: givenText,
  product: givenText,
  sales: givenText,
  instagramusername: givenText,
  createdat: z.iso.datetime(),
})

/**
 * `GET /api/admin/order-products`: a row for each product in each campaign, sorted by name.
 * Archived orders are left out.
 */
export const OrderedProduct = z.object({
  product: givenText,
  productordered: z.int(),
  sales: givenText,
})
export type OrderedProduct = z.infer<typeof OrderedProduct>
