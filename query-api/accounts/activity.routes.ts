import { userEndpoints } from '@strand/contracts/accounts/endpoints'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { pageAnswer } from '../page.ts'
import { activityPage } from './activity.page.ts'

/** `GET /api/admin/users-logs`: the acts of staff, newest first. */
export const activityRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.route({
    ...endpointRoute(userEndpoints.listActivity, { readModels: ['activity', 'staff', 'bank'] }),
    handler: async ({ query }) => {
      const { rows, total } = await activityPage(pool, query)
      return pageAnswer(rows, total, query)
    },
  })
}
