import type { Permission } from '@strand/contracts/accounts/permission'
import {
  permissionOfReport,
  ReportName,
  reportDefinitions,
} from '@strand/contracts/reports/definition'
import { reportEndpoints } from '@strand/contracts/reports/endpoints'
import { type IssuedReport, maxDifferences } from '@strand/contracts/reports/issued'
import type { AnyRow } from '@strand/contracts/reports/report'
import { conflict, Rejected } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { canonicalJson } from '@strand/log-proof/canonical-json'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { pageAnswer, readPage } from '../page.ts'
import { madeOrRejected } from './reports.ts'
import type { ReportOptions } from './routes.ts'

const config = { readModels: ['reports'] }

const columns = `report_id as "reportId", name, version, parameters, index, sha256,
  issued_at as "issuedAt", user_id as userid, position`

type Row = Omit<IssuedReport, 'issuedAt'> & { issuedAt: Date }

const shown = ({ issuedAt, ...row }: Row): IssuedReport => ({
  ...row,
  issuedAt: issuedAt.toISOString(),
})

const readable = (permissions: readonly Permission[]): ReportName[] =>
  ReportName.options.filter((name) => permissions.includes(permissionOfReport[name]))

/** Issued reports, and whether a new run gives the same result. */
export const issuedReportRoutes: FastifyPluginAsyncZod<ReportOptions> = async (app, options) => {
  const { pool, reports } = options

  app.route({
    ...endpointRoute(reportEndpoints.listIssuedReports, config),
    handler: async (request) => {
      const { query } = request
      const names = readable(principalOf(request).permissions as Permission[])
      const { rows, total } = await readPage<Row>(pool, {
        matching: `select ${columns} from read.report_issued
          where name = any($1::text[]) and ($2::text is null or name = $2)`,
        values: [names, query.name ?? null],
        order: 'position desc',
        query: { ...query, sortField: undefined, sortOrder: undefined } as never,
      })
      return pageAnswer(rows.map(shown), total, query as never)
    },
  })

  app.route({
    ...endpointRoute(reportEndpoints.rerunIssuedReport, config),
    handler: async (request) => {
      const names = readable(principalOf(request).permissions as Permission[])
      const issued = await readIssued(pool, request.params.reportId, names)
      const { name, version, parameters, index } = issued
      if (version !== reportDefinitions[name].version)
        throw conflict(
          `The report was issued with version ${version} of its definition, which this release does not have`,
        )
      const { from, to, by } = parameters
      const again = madeOrRejected(
        await reports.report(name, { from, to, asOf: String(index), ...(by && { by }) }),
      )
      const same = again.sha256 === issued.sha256
      const kept = same ? [] : await readRows(pool, issued.reportId)
      const rows = same ? [] : (again.rows as AnyRow[])
      return {
        result: {
          issued,
          sha256: again.sha256,
          same,
          missing: notIn(kept, rows),
          added: notIn(rows, kept),
        },
      }
    },
  })
}

/**
 * Throws `Rejected('not-found')` for an unknown report and for one that the caller may not read.
 */
const readIssued = async (pool: Pool, reportId: string, names: ReportName[]) => {
  const { rows } = await pool.query<Row>(
    `select ${columns} from read.report_issued
     where report_id::text = lower($1) and name = any($2::text[])`,
    [reportId, names],
  )
  const [row] = rows
  if (!row) throw new Rejected('not-found', 'There is no issued report with this id')
  return shown(row)
}

const readRows = async (pool: Pool, reportId: string): Promise<AnyRow[]> => {
  const { rows } = await pool.query<{ rows: AnyRow[] }>(
    'select rows from public.issued_report where report_id = $1',
    [reportId],
  )
  return rows[0]?.rows ?? []
}

/** Up to 100 rows that are not in `others`. */
const notIn = (rows: AnyRow[], others: AnyRow[]): AnyRow[] => {
  const known = new Set(others.map((row) => canonicalJson(row)))
  return rows.filter((row) => !known.has(canonicalJson(row))).slice(0, maxDifferences)
}
