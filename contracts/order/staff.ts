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

/** Days in the shop's calendar, both inclusive, compared with the order's creation time. */
export const OrderPeriod = z.object({ dateFrom: Day.optional(), dateTo: Day.optional() })

const filter = optionalLine(200)

/** The parameters of the order lists. A filter matches rows whose field contains its text. */
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
  /** `open`: orders that are waiting for the customer. */
  question: QuestionState.optional(),
  /** The id of the person to whom the orders are assigned. */
  assignee: identifier().default(''),
})
export type OrderListQuery = z.infer<typeof OrderListQuery>

/** The most ids that `GET /api/admin/orders/ids` returns: enough for twenty bulk commands. */
export const maxMatchingIds = 10_000

/** The filters of an order list, for the ids of all matching orders. */
export const OrderIdsQuery = OrderListQuery.omit({
  page: true,
  results: true,
  sortField: true,
  sortOrder: true,
}).extend({ status: OrderStatus.default('pending') })
export type OrderIdsQuery = z.infer<typeof OrderIdsQuery>

/** The newest matching ids with their rows' positions, and whether older orders match too. */
export const MatchingOrderIds = z.object({
  ids: z.array(givenText),
  positions: z.record(givenText, givenText),
  more: z.boolean(),
})
export type MatchingOrderIds = z.infer<typeof MatchingOrderIds>

/** `GET /api/admin/orders/rows`: at most a page of ids, separated by commas. */
export const OrderRowsQuery = z.object({
  ids: identifier(65 * maxPageSize)
    .transform((ids) => ids.split(',').filter((id) => id !== ''))
    .pipe(z.array(identifier()).min(1, 'Please name an order').max(maxPageSize)),
})

/**
 * What staff should check. Before approval: the same proof file as another order, the same
 * account name and amount as another order within 72 hours, an amount that the customer had sent
 * but the shop does not ask for, prices that the shop had promised, a total that differs from what
 * the customer had sent, pending for more than 24 hours, a delivery abroad. After approval: the
 * bank took the money back, or may have, and nobody has dealt with it; or staff unmatched money that
 * it was approved with, and no other came.
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

/** The part of a row about the people who work on the order. */
const orderTeamFields = {
  /** How many notes colleagues left, and the latest one. */
  notes: z.int(),
  note: givenText,
  /** Who takes care of the order; `archived` if that person no longer works here. */
  assignee: z.object({ userid: givenText, name: givenText, archived: z.boolean() }).nullable(),
  /**
   * Who proposed to approve this pending order, which needs a second person, and why without money;
   * empty if they named money, or gave no reason.
   */
  proposal: z.object({ userid: givenText, name: givenText, reason: givenText }).nullable(),
}

/** A row of an order list. */
export const OrderRow = z.object({
  orderid: givenText,
  /**
   * The position of the last change, as defined by `isChange` in `events.ts`; a command sends
   * the position that its caller saw.
   */
  position: givenText,
  createdat: z.iso.datetime(),
  total: z.int(),
  orderstatus: OrderStatus,
  /** Sum of the lines' quantities. */
  quantity: z.int(),
  ...shownPersonalFields,
  country: givenText,
  deliverylocation: givenText,
  deliveryprice: z.int(),
  sales: givenText,
  /** The code that the customer was asked to write in the description of the transfer; empty if the order has none. */
  paymentCode: givenText,
  /** Why the total differs from the shop's prices at that time; null if it does not. */
  oldPrice: OldPrice.nullable(),
  /**
   * What the customer said they had sent, in whole naira; null if that is the total or not known.
   */
  sentAmount: z.int().nullable(),
  /** Comma-separated signed URLs, valid for 15 minutes. */
  filepath: givenText,
  products: z.array(
    z.object({ product: givenText, price: z.int(), quantity: z.int(), amount: z.int() }),
  ),
  orderMessage: givenText,
  review: givenText,
  /** How it was last shipped; null if unknown. */
  shipment: ShownShipment.nullable(),
  /** Null if the order is unchanged since it was placed. */
  lastChange: LastChange.nullable(),
  flags: z.array(OrderFlag),
  /**
   * Money that the bank took back, until someone has dealt with it: how much, the last day, and
   * whether any of it is certain.
   */
  takenBack: z
    .object({ amountKobo: z.int(), takenBackOn: z.iso.date(), isCertain: z.boolean() })
    .nullable(),
  /** The last question to the customer, if there is one. */
  question: OrderQuestion.nullable(),
  ...orderTeamFields,
  /**
   * For each flag that refers to another order, that order; if there are several, the one with the
   * newest payment.
   */
  sameAs: z.array(z.object({ flag: OrderFlag, orderid: givenText })),
})
export type OrderRow = z.infer<typeof OrderRow>

/** `GET /api/admin/orders/counts`: the numbers for the tabs and the menu in one call. */
export const OrderCounts = z.object(
  Object.fromEntries(OrderStatus.options.map((status) => [status, z.int()])) as Record<
    OrderStatus,
    z.ZodInt
  >,
)
export type OrderCounts = z.infer<typeof OrderCounts>

/** `GET /api/admin/orders/search`: newest first, whatever their status. */
export const OrderSearchQuery = OrderListQuery.pick({
  page: true,
  results: true,
  dateFrom: true,
  dateTo: true,
  search: true,
})
export type OrderSearchQuery = z.infer<typeof OrderSearchQuery>

/** The most hits counted for one status: if a count reaches it, there may be more. */
export const maxToldHits = 1_000

export const OrderSearchPage = pageOf(OrderRow).shape.result.extend({
  /** How many orders the search finds in each status, up to a thousand. */
  hits: OrderCounts,
  /**
   * Whether more orders match than are examined. Then each number is a lower bound, and the rows
   * are only some of the matches.
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
 * `GET /api/admin/order-products`: one row per product and campaign, by their names, over orders
 * that are not archived.
 */
export const OrderedProduct = z.object({
  product: givenText,
  productordered: z.int(),
  sales: givenText,
})
export type OrderedProduct = z.infer<typeof OrderedProduct>
