import { pageOf } from '@strand/contracts/list'
import { UserLogQuery } from '@strand/contracts/users/log'
import { UserLog } from '@strand/contracts/users/user'
import type { Pool } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { pageAnswer } from '../page.ts'
import { activityPage } from './activity.page.ts'

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
