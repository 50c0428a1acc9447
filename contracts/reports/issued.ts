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
    .describe('The index of the last event counted; as at this index, the report stays the same.'),
  sha256: Sha256.describe('Over the canonical JSON of the rows.'),
}

export const reportEvents = eventCodec('report-{reportId}', [
  defineEvent(
    'ReportIssued',
    'Somebody issued a report: from here on, running it again must give the same rows.',
    z.object(issued),
  ),
])

/** `POST /api/admin/reports/{name}/issue`. */
export const IssueAnswer = CommandAnswer.extend({
  reportId: z.uuid(),
  index: z.int().min(0),
  sha256: Sha256,
})

/** A report that was issued; `userid` is who did it. */
export const IssuedReport = z.object({
  ...issued,
  issuedAt: z.iso.datetime(),
  userid: givenText,
})
export type IssuedReport = z.infer<typeof IssuedReport>

/** `GET /api/admin/reports/issued`, newest first: those that the caller may read. */
export const IssuedReportQuery = ListQuery.pick({ page: true, results: true }).extend({
  name: ReportName.optional(),
})

/** The most rows of each kind that a difference names. */
export const maxDifferences = 100

/**
 * `GET /api/admin/reports/issued/{reportId}`: the report made again as at its index. `missing` are
 * rows that were issued and do not come again, `added` are rows that were not issued, at most 100
 * each; both are empty when it is the same.
 */
export const Rerun = z.object({
  issued: IssuedReport,
  sha256: Sha256,
  same: z.boolean(),
  missing: z.array(AnyRow),
  added: z.array(AnyRow),
})
export type Rerun = z.infer<typeof Rerun>
