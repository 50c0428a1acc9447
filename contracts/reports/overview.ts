import { z } from 'zod'
import { UnbalancedAccount } from '../money/bank-account.ts'
import { givenText } from '../text.ts'
import { AsOf } from './report.ts'
import {
  CampaignsRow,
  LocationsRow,
  MoneyTotals,
  PipelineTotals,
  ProductsRow,
  SalesRow,
  SalesTotals,
  StaffTotals,
} from './rows.ts'

/** How many products, campaigns and places the overview lists: those that earned the most. */
export const topRows = 5

/**
 * The first and last day of a part of the overview: `from` and `to` of the report with the same
 * numbers.
 */
const span = { from: z.iso.date(), to: z.iso.date() }

/**
 * `GET /api/admin/reports/overview`: today, and the last 30 days, today included, compared with the
 * 30 days before. Each part equals the report of the same name for `from` and `to`.
 */
export const Overview = z.object({
  /** The index of the last event that counts; null before the first event. */
  index: z.int().min(0).nullable(),
  asOf: z.iso.date(),
  today: z.object({ ...span, sales: SalesTotals, pipeline: PipelineTotals }),
  last30: z.object({
    ...span,
    sales: SalesTotals,
    pipeline: PipelineTotals,
    money: MoneyTotals,
    /** A row for each of the 30 days, oldest first. */
    days: z.array(SalesRow),
    /** Null for administrators, who may not read these two reports. */
    products: z.array(ProductsRow).nullable(),
    campaigns: z.array(CampaignsRow).nullable(),
    locations: z.array(LocationsRow),
  }),
  previous30: z.object({ ...span, sales: SalesTotals, pipeline: PipelineTotals }),
})
export type Overview = z.infer<typeof Overview>

/** A bank account over some days; a balance is null if no statement gives it. */
export const AccountDay = z.object({
  bankAccountId: z.uuid(),
  bankName: givenText,
  accountNumber: givenText,
  /** Before the first line of the first day, in kobo. */
  openingKobo: z.int().nullable(),
  creditKobo: z.int(),
  /** Zero or negative, in kobo. */
  debitKobo: z.int(),
  /** After the last line of the last day, in kobo. */
  closingKobo: z.int().nullable(),
  /** Credits of these days that pay for no order, in kobo. */
  unmatchedKobo: z.int(),
})

export type AccountDay = z.infer<typeof AccountDay>

export const DayCheckpoint = z.object({
  /** The requested day, or the last day before it with a checkpoint. */
  day: z.iso.date(),
  /** The number of events in the log at that time. */
  size: z.int(),
  /** The root hash in base64. */
  root: givenText,
  signedAt: z.iso.datetime(),
  /** The names of the keys that signed; the log's own key comes first. */
  signers: z.array(givenText),
})

export type DayCheckpoint = z.infer<typeof DayCheckpoint>

/** The query of a day's close. Without `asOf`, the numbers are current. */
export const DayCloseQuery = z.object({ asOf: AsOf.optional() })

/**
 * `GET /api/admin/reports/day/{date}`: the numbers of one day, counting events up to now or up to
 * `asOf`. Whatever `asOf` is, `ordersWithoutMoney`, `accounts` and `unbalanced` show what the shop
 * knows now about that day, and `checkpoint` is the log's checkpoint of that day. 400 for a future
 * day.
 */
export const DayClose = z.object({
  date: z.iso.date(),
  index: z.int().min(0).nullable(),
  asOf: z.union([z.iso.date(), z.int().min(0)]),
  sales: SalesTotals,
  pipeline: PipelineTotals,
  pendingBefore: z.int(),
  /** The numbers for all staff and for the shop itself, added together. */
  approvals: StaffTotals,
  /**
   * The number of different orders in `approvals.withoutMoney`, which counts an order twice if it
   * was approved twice.
   */
  ordersWithoutMoney: z.int(),
  money: MoneyTotals,
  accounts: z.array(AccountDay),
  unbalanced: z.array(UnbalancedAccount),
  /** Null before the first checkpoint. */
  checkpoint: DayCheckpoint.nullable(),
})
export type DayClose = z.infer<typeof DayClose>

/**
 * `GET /api/admin/reports/month/{month}`: a month, or the part of it that is over, for the shop's
 * books. `sales` and `money` equal the reports for `from` and `to` up to `asOf`. Whatever `asOf`
 * is, `owed`, `takenBackKobo`, `accounts` and `unbalanced` show what the shop knows now, and
 * `checkpoint` is the log's checkpoint of the day `to`. 400 for a future month.
 */
export const MonthClose = z.object({
  month: z.string().regex(/^\d{4}-\d{2}$/),
  ...span,
  index: z.int().min(0).nullable(),
  asOf: z.union([z.iso.date(), z.int().min(0)]),
  sales: SalesTotals,
  money: MoneyTotals,
  owed: z.object({
    /** What staff recorded in these days as owed to customers. */
    owedKobo: z.int(),
    /** What was paid back in these days, whenever the debt began. */
    paidBackKobo: z.int(),
    openKobo: z.int(),
  }),
  /** How much of the orders' money the bank took back in these days. */
  takenBackKobo: z.int(),
  accounts: z.array(AccountDay),
  unbalanced: z.array(UnbalancedAccount),
  checkpoint: DayCheckpoint.nullable(),
})
export type MonthClose = z.infer<typeof MonthClose>
