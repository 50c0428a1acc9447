import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { defineEvent, eventCodec } from '../event-codec.ts'
import { ListQuery } from '../list.ts'
import { givenText } from '../text.ts'
import { ReportName } from './definition.ts'
import { AnyRow, ReportParameters, Sha256 } from './report.ts'

export const reportStream = (reportId: string) => `report-${reportId}`

const issued = {
  reportId: z.uuid(),
  name: ReportName,
  version: z.int().positive().describe('The version of the report’s definition.'),
  parameters: ReportParameters,
  index: z
    .int()
    .min(0)
    .describe(
      'The index of the last event that the report counts. A report up to this index always stays the same.',
    ),
  sha256: Sha256.describe('The hash of the rows’ canonical JSON.'),
}

export const reportEvents = eventCodec('report-{reportId}', [
  defineEvent(
    'ReportIssued',
    'Someone issued a report. The same report must give the same rows at any later time.',
    z.object(issued),
  ),
])

/** `POST /api/admin/reports/{name}/issue`. */
export const IssueAnswer = CommandAnswer.extend({
  reportId: z.uuid(),
  index: z.int().min(0),
  sha256: Sha256,
})

/** An issued report; `userid` is the person who issued it. */
export const IssuedReport = z.object({
  ...issued,
  issuedAt: z.iso.datetime(),
  userid: givenText,
})
export type IssuedReport = z.infer<typeof IssuedReport>

/** `GET /api/admin/reports/issued`: the issued reports that the caller may read, newest first. */
export const IssuedReportQuery = ListQuery.pick({ page: true, results: true }).extend({
  name: ReportName.optional(),
})

/** The maximum number of missing rows, and of added rows, in a comparison. */
export const maxDifferences = 100

/**
 * `GET /api/admin/reports/issued/{reportId}`: the report, made again for the same index. `missing`
 * are issued rows that the new report lacks; `added` are rows of the new report that were not
 * issued. At most 100 rows each; both are empty if the reports are the same.
 */
export const Rerun = z.object({
  issued: IssuedReport,
  sha256: Sha256,
  same: z.boolean(),
  missing: z.array(AnyRow),
  added: z.array(AnyRow),
})
export type Rerun = z.infer<typeof Rerun>
