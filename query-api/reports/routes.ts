import type { UnbalancedAccount } from '@strand/contracts/money/bank-account'
import type { ReportName } from '@strand/contracts/reports/definition'
import { reportEndpoints } from '@strand/contracts/reports/endpoints'
import type { AnyRow, Report, ReportQuery } from '@strand/contracts/reports/report'
import { reportRows } from '@strand/contracts/reports/rows'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Progress } from '@strand/event-sourcing/processors/progress'
import type { Now } from '@strand/platform/clock'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { wantsCsv } from '../export-stream.ts'
import { csvHeaders, csvOf } from './csv.ts'
import { madeOrRejected, type ShopReports } from './reports.ts'

export type ReportOptions = {
  pool: Pool
  reports: ShopReports
  progress: Pick<Progress, 'servedVersion'>
  /** The accounts that do not add up within these days. */
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
    // Sent as it is; the response schema only documents what the JSON contains.
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
