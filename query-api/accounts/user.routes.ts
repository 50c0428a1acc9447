import { userEndpoints } from '@strand/contracts/accounts/endpoints'
import { Role } from '@strand/contracts/accounts/permission'
import type { User, UserStatus } from '@strand/contracts/accounts/user'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import { statementOf } from '@strand/platform/postgres/sql'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { pageAnswer, readPage } from '../page.ts'
import { matchingUsers } from './matching-users.ts'

type Row = {
  userid: string
  firstname: string
  lastname: string
  email: string
  phone: string
  countryCode: string
  role: Role
  status: UserStatus
}

export const userRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.route({
    ...endpointRoute(userEndpoints.listRoles),
    handler: async () => ({
      result: Role.options.map((role) => ({ roleid: role, rolename: role })),
    }),
  })

  for (const [endpoint, list] of [
    [userEndpoints.listUsers, 'users'],
    [userEndpoints.listArchivedUsers, 'archived-users'],
  ] as const)
    app.route({
      ...endpointRoute(endpoint, { readModels: ['staff'] }),
      handler: async (request) => {
        const { query } = request
        const withRole = principalOf(request).role === 'superadministrator'
        const { matching, order } = matchingUsers(list, query, withRole)
        const { text, values } = statementOf(matching)
        const found = await readPage<Row>(pool, { matching: text, values, order, query })
        return pageAnswer(
          found.rows.map((row) => userOf(row, withRole)),
          found.total,
          query,
        )
      },
    })
}

const userOf = (row: Row, withRole: boolean): User => ({
  userid: row.userid,
  firstname: row.firstname,
  lastname: row.lastname,
  email: row.email,
  phone: row.phone,
  countryCode: row.countryCode,
  ...(withRole && { roleid: row.role, rolename: row.role, role: row.role }),
  userstatus: row.status,
  status: row.status,
})
