import { z } from 'zod'
import { givenText } from '../text.ts'

/**
 * The first day of the row's period: a day, a week from Monday, or a month. Only days within the
 * report count, even if the week or month is longer.
 */
const period = z.iso.date()
/** Null if the row is about the whole report. */
const anyPeriod = period.nullable()

/**
 * Amounts of orders are in whole naira, those of bank lines in kobo. Reversals are positive in
 * rows.
 */
const naira = z.int()
const kobo = z.int()

/** What was sold, what was taken back in the same days, and what is left (`net`). */
const sold = {
  orders: z.int(),
  quantity: z.int(),
  goodsNaira: naira,
  deliveryNaira: naira,
  /** Goods and delivery. */
  totalNaira: naira,
  reversedOrders: z.int(),
  reversedQuantity: z.int(),
  /** Goods and delivery. */
  reversedNaira: naira,
  netOrders: z.int(),
  netQuantity: z.int(),
  netNaira: naira,
}

export const SalesTotals = z.object(sold)
export const SalesRow = z.object({ period, ...sold })

const soldGoods = {
  quantity: z.int(),
  goodsNaira: naira,
  reversedQuantity: z.int(),
  reversedNaira: naira,
  netQuantity: z.int(),
  netNaira: naira,
}

/** Only goods, without delivery. */
export const ProductsTotals = z.object(soldGoods)
/** `product` is the product's name in the last order that counts here. */
export const ProductsRow = z.object({
  period: anyPeriod,
  productId: givenText,
  product: givenText,
  ...soldGoods,
})

/** Id and name are empty for orders without a campaign. */
export const CampaignsRow = z.object({
  period: anyPeriod,
  salesId: givenText,
  sales: givenText,
  ...sold,
})

export const LocationsRow = z.object({
  period: anyPeriod,
  locationId: givenText,
  location: givenText,
  ...sold,
})

/** A bound of the definition's histogram; null if nothing was counted. */
const minutes = z.int().nullable()
const days = z.int().nullable()

const pipeline = {
  created: z.int(),
  approved: z.int(),
  shipped: z.int(),
  returned: z.int(),
  archived: z.int(),
  /** The return rate in hundredths of a percent; null if nothing was shipped. */
  returnRateBasisPoints: z.int().nullable(),
  approveMinutesP50: minutes,
  approveMinutesP90: minutes,
  shipMinutesP50: minutes,
  shipMinutesP90: minutes,
  /**
   * The orders that were pending at the end of the last day, and how many days old they were then.
   */
  pending: z.int(),
  pendingDaysP50: days,
  pendingDaysP90: days,
  pendingDaysMax: days,
}

/** `approved`, `shipped`, `returned` and `archived` are negative if more were undone than done. */
export const PipelineTotals = z.object(pipeline)
export const PipelineRow = z.object({ period, ...pipeline })

const staff = {
  approvals: z.int(),
  approvedNaira: naira,
  /** Approvals without a bank line. */
  withoutMoney: z.int(),
  withoutMoneyNaira: naira,
  /** Sales that count again: the order was restored, or its return was reversed. */
  restored: z.int(),
  restoredNaira: naira,
  /** Sales that were taken back: the order was archived, returned, or its approval undone. */
  reversals: z.int(),
  reversedNaira: naira,
}

export const StaffTotals = z.object(staff)
/** `userid` is a person's id, or `system` for what the shop did by itself. */
export const StaffRow = z.object({ period: anyPeriod, userid: givenText, ...staff })

const money = {
  /** Credits, except those that may repeat known lines. */
  lines: z.int(),
  /** `matchedKobo + setAsideKobo + unmatchedKobo`. */
  arrivedKobo: kobo,
  matchedKobo: kobo,
  setAsideKobo: kobo,
  unmatchedKobo: kobo,
  /** Lines that may repeat known lines; no other number counts them. */
  waitingLines: z.int(),
  waitingKobo: kobo,
  debitLines: z.int(),
  /** Zero or negative. */
  debitKobo: kobo,
}

export const MoneyTotals = z.object(money)
/** A line belongs to the period in which the bank booked it. */
export const MoneyRow = z.object({ period, ...money })

export const reportRows = {
  sales: { row: SalesRow, totals: SalesTotals },
  products: { row: ProductsRow, totals: ProductsTotals },
  campaigns: { row: CampaignsRow, totals: SalesTotals },
  locations: { row: LocationsRow, totals: SalesTotals },
  pipeline: { row: PipelineRow, totals: PipelineTotals },
  staff: { row: StaffRow, totals: StaffTotals },
  money: { row: MoneyRow, totals: MoneyTotals },
}
type Rows = typeof reportRows
export type ReportRow<Name extends keyof Rows> = z.infer<Rows[Name]['row']>
export type ReportTotals<Name extends keyof Rows> = z.infer<Rows[Name]['totals']>
