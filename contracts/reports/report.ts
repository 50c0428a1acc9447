import { z } from 'zod'
import { Day } from '../list.ts'
import { UnbalancedAccount } from '../money/bank-account.ts'
import { givenText, identifier } from '../text.ts'
import { isInSupportedYears, unsupportedYear } from '../years.ts'
import { ReportDefinition, type ReportName } from './definition.ts'
import { reportRows } from './rows.ts'

export const ReportBy = z.enum(['day', 'week', 'month'])
export type ReportBy = z.infer<typeof ReportBy>

const indexPattern = /^\d{1,15}$/
const isDay = (text: string) => z.iso.date().safeParse(text).success

/** A day in Lagos (up to its end), or an event's index in the log, from 0 as in the log's proof. */
export const AsOf = identifier(20)
  .refine(
    (text) => indexPattern.test(text) || isDay(text),
    'asOf must be a day like 2026-01-31, or the index of an event',
  )
  .refine((text) => indexPattern.test(text) || isInSupportedYears(text), unsupportedYear)

export const isIndex = (asOf: string): boolean => indexPattern.test(asOf)

/**
 * The query of every report, and the body that issues one. Defaults: `to` is today; without `from`,
 * the report covers 30 days; `asOf` is now; `by` is days for `sales`, `pipeline` and `money`, and
 * the whole period for others. 400 if `from` is after `to`, if `asOf` is in the future, or if there
 * are more than 5,000 rows.
 */
export const ReportQuery = z
  .object({
    from: Day.optional(),
    to: Day.optional(),
    by: ReportBy.optional(),
    asOf: AsOf.optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['from'],
    message: 'from must not be after to',
  })
export type ReportQuery = z.infer<typeof ReportQuery>

/** All parameters of a report; `by` is null for the whole period. */
export const ReportParameters = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  by: ReportBy.nullable(),
  /** A day in Lagos, or an event's index in the log. */
  asOf: z.union([z.iso.date(), z.int().min(0)]),
})
export type ReportParameters = z.infer<typeof ReportParameters>

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const reportOf = <Name extends ReportName>(name: Name) =>
  ReportParameters.extend({
    definition: ReportDefinition.extend({ name: z.literal(name) }),
    /** The index of the last event that counts; null before the first event. */
    index: z.int().min(0).nullable(),
    /** The hash of the canonical JSON (RFC 8785) of `rows`, in UTF-8. */
    sha256: Sha256,
    rows: z.array(reportRows[name].row as (typeof reportRows)[Name]['row']),
    totals: reportRows[name].totals as (typeof reportRows)[Name]['totals'],
  })

/**
 * A report. The same index always gives the same bytes, and so does the same day once the day is
 * over. Rows are sorted by `period`, then by `netNaira` (for staff, `approvedNaira`), largest
 * first, then by id.
 */
export const Reports = {
  sales: reportOf('sales'),
  products: reportOf('products'),
  campaigns: reportOf('campaigns'),
  locations: reportOf('locations'),
  pipeline: reportOf('pipeline'),
  staff: reportOf('staff'),
  money: reportOf('money'),
}
/** The money report as the API returns it; `sha256` covers only `rows`. */
export const MoneyReport = Reports.money.extend({
  /** The accounts that, as of today, do not add up on some of the report's days. */
  unbalanced: z.array(UnbalancedAccount),
})

export type Report<Name extends ReportName> = z.infer<(typeof Reports)[Name]>

/** The HTTP headers that come with a CSV and contain what the JSON has besides the rows. */
export const reportHeaders = {
  definition: 'X-Report-Definition',
  index: 'X-Report-Index',
  asOf: 'X-Report-As-Of',
  sha256: 'X-Report-Sha256',
} as const

export const AnyRow = z.record(givenText, z.union([z.int(), givenText, z.null()]))
export type AnyRow = z.infer<typeof AnyRow>
