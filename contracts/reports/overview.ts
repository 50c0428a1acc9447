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

/** Products, campaigns and places that the overview names, those with the most money. */
export const topRows = 5

/** First and last day of a part of the overview: the `from` and `to` of the reports behind it. */
const span = { from: z.iso.date(), to: z.iso.date() }

/**
 * `GET /api/admin/reports/overview`: today, and the last 30 days (with today) against the 30 before
 * them. Each part is what the report of its name says for `from` and `to`.
 */
export const Overview = z.object({
  /** The index of the last event that is counted; null before the first. */
  index: z.int().min(0).nullable(),
  /** Today in Lagos. */
  asOf: z.iso.date(),
  today: z.object({ ...span, sales: SalesTotals, pipeline: PipelineTotals }),
  last30: z.object({
    ...span,
    sales: SalesTotals,
    pipeline: PipelineTotals,
    money: MoneyTotals,
    /** By day, oldest first: 30 rows. */
    days: z.array(SalesRow),
    /** Null for administrators, who read neither of them. */
    products: z.array(ProductsRow).nullable(),
    campaigns: z.array(CampaignsRow).nullable(),
    locations: z.array(LocationsRow),
  }),
  previous30: z.object({ ...span, sales: SalesTotals, pipeline: PipelineTotals }),
})
export type Overview = z.infer<typeof Overview>

/** A bank account within some days; balances are null where no statement says enough. */
export const AccountDay = z.object({
  bankAccountId: z.uuid(),
  bankName: givenText,
  accountNumber: givenText,
  /** In kobo, before the first line of the first day. */
  openingKobo: z.int().nullable(),
  creditKobo: z.int(),
  /** Below 0. */
  debitKobo: z.int(),
  /** In kobo, after the last line of the last day. */
  closingKobo: z.int().nullable(),
  /** Credits of these days that no order has, in kobo. */
  unmatchedKobo: z.int(),
})

export type AccountDay = z.infer<typeof AccountDay>

/** The checkpoint that the proof of the log kept of a day. */
export const DayCheckpoint = z.object({
  /** Its day: the asked one, or the last one before it that has a checkpoint. */
  day: z.iso.date(),
  /** Events in the log then. */
  size: z.int(),
  /** Base64. */
  root: givenText,
  signedAt: z.iso.datetime(),
  /** The names of the keys that signed it; the log’s own is the first. */
  signers: z.array(givenText),
})

export type DayCheckpoint = z.infer<typeof DayCheckpoint>

/** Query parameters of the close of a day; without `asOf`: as at now. */
export const DayCloseQuery = z.object({ asOf: AsOf.optional() })

/**
 * `GET /api/admin/reports/day/{date}`: one day, as it stands now or as at `asOf`; accounts, what does not
 * add up and the checkpoint always as they stand now. 400 for a day that is still to come.
 */
export const DayClose = z.object({
  date: z.iso.date(),
  index: z.int().min(0).nullable(),
  asOf: z.union([z.iso.date(), z.int().min(0)]),
  sales: SalesTotals,
  pipeline: PipelineTotals,
  /** Orders that were pending at the end of the day before. */
  pendingBefore: z.int(),
  /** All people together, and the shop itself. */
  approvals: StaffTotals,
  money: MoneyTotals,
  accounts: z.array(AccountDay),
  /** The accounts that do not add up on this day. */
  unbalanced: z.array(UnbalancedAccount),
  /** Null before the first checkpoint. */
  checkpoint: DayCheckpoint.nullable(),
})
export type DayClose = z.infer<typeof DayClose>

/**
 * `GET /api/admin/reports/month/{month}`: a month, or what is over of it, for the shop's books. Sales and
 * money are what the reports say for `from` and `to`, as at `asOf`; what is owed and taken back, the
 * accounts and the checkpoint are as they stand now. 400 for a month that is still to come.
 */
export const MonthClose = z.object({
  month: z.string().regex(/^\d{4}-\d{2}$/),
  ...span,
  index: z.int().min(0).nullable(),
  asOf: z.union([z.iso.date(), z.int().min(0)]),
  sales: SalesTotals,
  money: MoneyTotals,
  owed: z.object({
    /** What staff said in these days is owed back to customers. */
    owedKobo: z.int(),
    /** What was paid back in these days, whenever it was owed. */
    paidBackKobo: z.int(),
    /** All that is still owed now. */
    openKobo: z.int(),
  }),
  /** What the bank took back in these days of money that paid orders. */
  takenBackKobo: z.int(),
  accounts: z.array(AccountDay),
  unbalanced: z.array(UnbalancedAccount),
  checkpoint: DayCheckpoint.nullable(),
})
export type MonthClose = z.infer<typeof MonthClose>
