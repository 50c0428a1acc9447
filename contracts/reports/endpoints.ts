import { z } from 'zod'
import { resultOf } from '../answer.ts'
import { endpoints } from '../endpoint.ts'
import { pageOf } from '../list.ts'
import { pathIdentifier } from '../text.ts'
import { permissionOfReport, type ReportName } from './definition.ts'
import { IssueAnswer, IssuedReport, IssuedReportQuery, Rerun } from './issued.ts'
import { DayClose, DayCloseQuery, MonthClose, Overview } from './overview.ts'
import { MoneyReport, ReportQuery, Reports } from './report.ts'

const path = '/api/admin/reports'
const read = { permission: 'reports.read' } as const

const report = <const Name extends ReportName, Schema extends z.ZodType>(
  name: Name,
  schema: Schema,
) => ({
  ...({ method: 'GET', path: `${path}/${name}` } as const),
  access: { permission: permissionOfReport[name] },
  summary: `Get the report “${name}” as JSON or CSV`,
  query: ReportQuery,
  response: { 200: resultOf(schema) },
  streams: ['text/csv'],
})

const issue = <const Name extends ReportName>(name: Name) => ({
  ...({ method: 'POST', path: `${path}/${name}/issue` } as const),
  access: { permission: permissionOfReport[name] },
  summary: `Issue the report “${name}”: record its hash and index`,
  body: ReportQuery,
  response: { 201: IssueAnswer },
})

export const reportEndpoints = endpoints('Reports', {
  getSalesReport: report('sales', Reports.sales),
  getProductsReport: report('products', Reports.products),
  getCampaignsReport: report('campaigns', Reports.campaigns),
  getLocationsReport: report('locations', Reports.locations),
  getPipelineReport: report('pipeline', Reports.pipeline),
  getStaffReport: report('staff', Reports.staff),
  getMoneyReport: report('money', MoneyReport),
  issueSalesReport: issue('sales'),
  issueProductsReport: issue('products'),
  issueCampaignsReport: issue('campaigns'),
  issueLocationsReport: issue('locations'),
  issuePipelineReport: issue('pipeline'),
  issueStaffReport: issue('staff'),
  issueMoneyReport: issue('money'),
  listIssuedReports: {
    method: 'GET',
    path: `${path}/issued`,
    access: read,
    summary: 'List issued reports, newest first',
    query: IssuedReportQuery,
    response: { 200: pageOf(IssuedReport) },
  },
  rerunIssuedReport: {
    method: 'GET',
    path: `${path}/issued/:reportId`,
    access: read,
    summary: 'Run an issued report again and compare the results',
    params: z.object({ reportId: pathIdentifier }),
    response: { 200: resultOf(Rerun) },
  },
  getOverview: {
    method: 'GET',
    path: `${path}/overview`,
    access: read,
    summary: 'Get the numbers for today and the last 30 days',
    response: { 200: resultOf(Overview) },
  },
  getDayClose: {
    method: 'GET',
    path: `${path}/day/:date`,
    access: read,
    summary: 'Get the close of a day',
    params: z.object({ date: pathIdentifier }),
    query: DayCloseQuery,
    response: { 200: resultOf(DayClose) },
  },
  getMonthClose: {
    method: 'GET',
    path: `${path}/month/:month`,
    access: read,
    summary: 'Get the close of a month',
    params: z.object({ month: pathIdentifier }),
    query: DayCloseQuery,
    response: { 200: resultOf(MonthClose) },
  },
})
