import { pageOf } from '@strand/contracts/list'
import { UserLog } from '@strand/contracts/user'
import { UserLogQuery } from '@strand/contracts/user-log'
import type { Pool } from '@strand/platform/postgres'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { activityPage } from './activity.page.ts'
import { pageAnswer } from './list.ts'

/** `GET /api/admin/users-logs`: what staff did, newest first. */
export const activityRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.get(
    '/api/admin/users-logs',
    {
      config: {
        access: { permission: 'user-logs.read' },
        readModels: ['activity', 'staff'],
      },
      schema: { querystring: UserLogQuery, response: { 200: pageOf(UserLog) } },
    },
    async ({ query }) => {
      const { rows, total } = await activityPage(pool, query)
      return pageAnswer(rows, total, query)
    },
  )
}
