import { z } from 'zod'
import type { Permission } from '../accounts/permission.ts'
import { givenText } from '../text.ts'

/** The reports. `docs/reports.md` says what each number counts. */
export const ReportName = z.enum([
  'sales',
  'products',
  'campaigns',
  'locations',
  'pipeline',
  'staff',
  'money',
])
export type ReportName = z.infer<typeof ReportName>

/** The maximum number of rows in a report; a larger report is refused with 400. */
export const maxReportRows = 5_000

/**
 * The upper bounds, in minutes, of the histogram from which percentiles of times are read: a
 * percentile is the upper bound of its bucket. Longer times count in the last bucket.
 */
export const minutesHistogram = {
  name: 'minutes-1',
  upperBounds: [
    5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 960, 1_440, 2_160, 2_880, 4_320,
    5_760, 7_200, 10_080, 14_400, 20_160, 43_200, 129_600, 525_600,
  ],
}

/**
 * What a report's numbers mean. A change of meaning needs a new version. A report that was issued
 * under another version cannot be run again.
 */
export const ReportDefinition = z.object({
  name: ReportName,
  version: z.int().positive(),
  /** The histogram of the percentiles; absent if the report has none. */
  histogram: z.object({ name: givenText, upperBounds: z.array(z.int()) }).exactOptional(),
})
export type ReportDefinition = z.infer<typeof ReportDefinition>

const definition = (name: ReportName): ReportDefinition => ({ name, version: 1 })

export const reportDefinitions: Record<ReportName, ReportDefinition> = {
  sales: definition('sales'),
  products: definition('products'),
  campaigns: definition('campaigns'),
  locations: definition('locations'),
  pipeline: { ...definition('pipeline'), histogram: minutesHistogram },
  staff: definition('staff'),
  money: definition('money'),
}

/**
 * The permission to read and issue each report. According to the specification, only
 * superadministrators see ordered products. The report on staff is restricted, too, so that
 * colleagues do not monitor each other.
 */
export const permissionOfReport: Record<ReportName, Permission> = {
  sales: 'reports.read',
  products: 'reports.read-all',
  campaigns: 'reports.read-all',
  locations: 'reports.read',
  pipeline: 'reports.read',
  staff: 'reports.read-all',
  money: 'reports.read',
}
