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

/** How many products, campaigns and places the overview lists: those with the most money. */
export const topRows = 5

/**
 * First and last day of a part of the overview, which are `from` and `to` of the reports behind it.
 */
const span = { from: z.iso.date(), to: z.iso.date() }

/**
 * `GET /api/admin/reports/overview`: today, and the last 30 days (including today) compared with
 * the 30 before. Each part equals the report of that name for `from` and `to`.
 */
export const Overview = z.object({
  /** The index of the last event counted; null before the first event. */
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
    /** Both are null for administrators, who may not read these reports. */
    products: z.array(ProductsRow).nullable(),
    campaigns: z.array(CampaignsRow).nullable(),
    locations: z.array(LocationsRow),
  }),
  previous30: z.object({ ...span, sales: SalesTotals, pipeline: PipelineTotals }),
})
export type Overview = z.infer<typeof Overview>

/** A bank account over some days; balances are null if no statement tells them. */
export const AccountDay = z.object({
  bankAccountId: z.uuid(),
  bankName: givenText,
  accountNumber: givenText,
  /** In kobo, before the first line of the first day. */
  openingKobo: z.int().nullable(),
  creditKobo: z.int(),
  /** Negative. */
  debitKobo: z.int(),
  /** In kobo, after the last line of the last day. */
  closingKobo: z.int().nullable(),
  /** Credits of these days that pay for no order, in kobo. */
  unmatchedKobo: z.int(),
})

export type AccountDay = z.infer<typeof AccountDay>

/** The checkpoint that the log proof kept for a day. */
export const DayCheckpoint = z.object({
  /** The requested day, or the last one before it that has a checkpoint. */
  day: z.iso.date(),
  /** How many events the log had then. */
  size: z.int(),
  /** Base64. */
  root: givenText,
  signedAt: z.iso.datetime(),
  /** The names of the keys that signed it; the log's own key is first. */
  signers: z.array(givenText),
})

export type DayCheckpoint = z.infer<typeof DayCheckpoint>

/** Query parameters of a day's close. Without `asOf`: the numbers up to now. */
export const DayCloseQuery = z.object({ asOf: AsOf.optional() })

/**
 * `GET /api/admin/reports/day/{date}`: one day, with numbers up to now or up to `asOf`. Accounts,
 * mismatches and the checkpoint are always current. 400 for a future day.
 */
export const DayClose = z.object({
  date: z.iso.date(),
  index: z.int().min(0).nullable(),
  asOf: z.union([z.iso.date(), z.int().min(0)]),
  sales: SalesTotals,
  pipeline: PipelineTotals,
  /** Orders that were pending at the end of the day before. */
  pendingBefore: z.int(),
  /** The numbers of all people and of the shop itself, added up. */
  approvals: StaffTotals,
  money: MoneyTotals,
  accounts: z.array(AccountDay),
  /** The accounts whose balances do not add up on this day. */
  unbalanced: z.array(UnbalancedAccount),
  /** Null before the first checkpoint. */
  checkpoint: DayCheckpoint.nullable(),
})
export type DayClose = z.infer<typeof DayClose>

/**
 * `GET /api/admin/reports/month/{month}`: a month, or the part of it that is over, for the shop's
 * books. Sales and money equal the reports for `from` and `to` up to `asOf`; what is owed and taken
 * back, the accounts and the checkpoint are current. 400 for a future month.
 */
export const MonthClose = z.object({
  month: z.string().regex(/^\d{4}-\d{2}$/),
  ...span,
  index: z.int().min(0).nullable(),
  asOf: z.union([z.iso.date(), z.int().min(0)]),
  sales: SalesTotals,
  money: MoneyTotals,
  owed: z.object({
    /** What staff recorded in these days as owed back to customers. */
    owedKobo: z.int(),
    /** What was paid back in these days, whenever it was owed. */
    paidBackKobo: z.int(),
    /** Everything that is still owed now. */
    openKobo: z.int(),
  }),
  /** Money for orders that the bank took back in these days. */
  takenBackKobo: z.int(),
  accounts: z.array(AccountDay),
  unbalanced: z.array(UnbalancedAccount),
  checkpoint: DayCheckpoint.nullable(),
})
export type MonthClose = z.infer<typeof MonthClose>
