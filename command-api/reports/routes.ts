import type { ReportName } from '@strand/contracts/reports/definition'
import { reportEndpoints } from '@strand/contracts/reports/endpoints'
import type { ReportQuery } from '@strand/contracts/reports/report'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { openIssuing } from './issue.ts'

/** Issuing is limited, because each issued report stores up to 5,000 rows forever. */
const config = { limit: { name: 'issue', requests: 120, seconds: 3_600 } }

export const reportRoutes: FastifyPluginAsyncZod<{
  pool: Pool
  eventStore: EventStore
  now: Now
}> = async (app, options) => {
  const issue = openIssuing(options)
  const handlerOf = (name: ReportName) => async (request: FastifyRequest, reply: FastifyReply) => {
    const origin = staffOrigin(request, options.now())
    const { position, report } = await issue(name, request.body as ReportQuery, origin)
    const { reportId, index, sha256 } = report
    reply.code(201)
    return withPosition(reply, position).send(
      successBody(`The report “${name}” has been issued`, { reportId, index, sha256 }),
    ) as never
  }
  const { issueSalesReport, issueProductsReport, issueCampaignsReport } = reportEndpoints
  const { issueLocationsReport, issuePipelineReport, issueStaffReport } = reportEndpoints
  app.route({ ...endpointRoute(issueSalesReport, config), handler: handlerOf('sales') })
  app.route({ ...endpointRoute(issueProductsReport, config), handler: handlerOf('products') })
  app.route({ ...endpointRoute(issueCampaignsReport, config), handler: handlerOf('campaigns') })
  app.route({ ...endpointRoute(issueLocationsReport, config), handler: handlerOf('locations') })
  app.route({ ...endpointRoute(issuePipelineReport, config), handler: handlerOf('pipeline') })
  app.route({ ...endpointRoute(issueStaffReport, config), handler: handlerOf('staff') })
  app.route({
    ...endpointRoute(reportEndpoints.issueMoneyReport, config),
    handler: handlerOf('money'),
  })
}
