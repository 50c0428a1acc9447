import { withoutFormula } from '@strand/contracts/csv'
import type { UnbalancedAccount } from '@strand/contracts/money/bank-account'
import type { ReportName } from '@strand/contracts/reports/definition'
import { reportEndpoints } from '@strand/contracts/reports/endpoints'
import {
  type AnyRow,
  type Report,
  type ReportQuery,
  reportHeaders,
} from '@strand/contracts/reports/report'
import { reportRows } from '@strand/contracts/reports/rows'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Progress } from '@strand/event-sourcing/processors/progress'
import type { Now } from '@strand/platform/clock'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { csvHead, wantsCsv } from '../export-stream.ts'
import { madeOrRejected, type ShopReports } from './reports.ts'

export type ReportOptions = {
  pool: Pool
  reports: ShopReports
  progress: Pick<Progress, 'servedVersion'>
  readUnbalanced: (days: { from: string; to: string }) => Promise<UnbalancedAccount[]>
  now: Now
}

const config = { readModels: ['reports'] }

/** `GET /api/admin/reports/{name}`: JSON, or CSV for `Accept: text/csv`. */
export const reportRoutes: FastifyPluginAsyncZod<ReportOptions> = async (
  app,
  { reports, readUnbalanced },
) => {
  const send = async <Name extends ReportName>(
    name: Name,
    request: FastifyRequest<{ Querystring: unknown }>,
    reply: FastifyReply,
  ) => {
    const report = await made(name, request)
    reply.header('Vary', 'Accept')
    if (!wantsCsv(request)) return { result: report }
    return sendCsv(name, report, reply)
  }
  const made = async <Name extends ReportName>(
    name: Name,
    { query }: FastifyRequest<{ Querystring: unknown }>,
  ) => madeOrRejected(await reports.report(name, query as ReportQuery))
  const sendCsv = <Name extends ReportName>(
    name: Name,
    report: Report<Name>,
    reply: FastifyReply,
  ) => {
    const fields = Object.keys(reportRows[name].row.shape)
    const text = csvOf(fields, report.rows as AnyRow[])
    // The answer is text that no schema checks; the response schema documents the JSON.
    return reply.headers(csvHeaders(report)).send(text) as never
  }

  app.route({
    ...endpointRoute(reportEndpoints.getSalesReport, config),
    handler: (request, reply) => send('sales', request, reply),
  })
  app.route({
    ...endpointRoute(reportEndpoints.getProductsReport, config),
    handler: (request, reply) => send('products', request, reply),
  })
  app.route({
    ...endpointRoute(reportEndpoints.getCampaignsReport, config),
    handler: (request, reply) => send('campaigns', request, reply),
  })
  app.route({
    ...endpointRoute(reportEndpoints.getLocationsReport, config),
    handler: (request, reply) => send('locations', request, reply),
  })
  app.route({
    ...endpointRoute(reportEndpoints.getPipelineReport, config),
    handler: (request, reply) => send('pipeline', request, reply),
  })
  app.route({
    ...endpointRoute(reportEndpoints.getStaffReport, config),
    handler: (request, reply) => send('staff', request, reply),
  })
  app.route({
    ...endpointRoute(reportEndpoints.getMoneyReport, { readModels: ['reports', 'bank'] }),
    handler: async (request, reply) => {
      const report = await made('money', request)
      reply.header('Vary', 'Accept')
      if (wantsCsv(request)) return sendCsv('money', report, reply)
      const unbalanced = await readUnbalanced(report)
      return { result: { ...report, unbalanced } }
    },
  })
}

/** Numbers are never quoted, not even negative numbers. */
const cell = (value: AnyRow[string]): string => {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  return `"${withoutFormula(value).replaceAll('"', '""')}"`
}

const csvOf = (fields: string[], rows: AnyRow[]): string =>
  csvHead(fields) +
  rows.map((row) => `${fields.map((field) => cell(row[field] ?? null)).join(',')}\r\n`).join('')

/** The headers: the parts of a report that are not rows, and the file name. */
const csvHeaders = (report: {
  definition: { name: string; version: number }
  index: number | null
  asOf: string | number
  sha256: string
  from: string
  to: string
}) => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${report.definition.name}-${report.from}-${report.to}.csv"`,
  [reportHeaders.definition]: `${report.definition.name} ${report.definition.version}`,
  [reportHeaders.index]: report.index === null ? '' : String(report.index),
  [reportHeaders.asOf]: String(report.asOf),
  [reportHeaders.sha256]: report.sha256,
})
