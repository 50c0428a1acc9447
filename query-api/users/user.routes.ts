import { userEndpoints } from '@strand/contracts/users/endpoints'
import { Role } from '@strand/contracts/users/permission'
import type { User, UserStatus } from '@strand/contracts/users/user'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import type { Pool } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { likePattern, orderByClause, pageAnswer, readPage } from '../page.ts'

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

const sortFields = {
  name: 'lower(name)',
  firstname: 'lower(firstname)',
  lastname: 'lower(lastname)',
  email: 'lower(email)',
  phone: 'phone',
  status: 'status',
  userstatus: 'status',
  createdat: 'createdat',
}
const roleSortFields = { role: 'role', rolename: 'role' }

export const userRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.route({
    ...endpointRoute(userEndpoints.listRoles),
    handler: async () => ({
      result: Role.options.map((role) => ({ roleid: role, rolename: role })),
    }),
  })

  for (const [endpoint, statuses] of [
    [userEndpoints.listUsers, ['active', 'pending']],
    [userEndpoints.listArchivedUsers, ['inactive']],
  ] as const)
    app.route({
      ...endpointRoute(endpoint, { readModels: ['staff'] }),
      handler: async (request) => {
        const { query } = request
        // Only superadministrators may see roles: sorting or filtering by role would reveal them.
        const withRole = principalOf(request).role === 'superadministrator'
        const { rows, total } = await readPage<Row>(pool, {
          matching: `
            select user_id as userid, first_name as firstname, last_name as lastname,
              first_name || ' ' || last_name as name, email, phone,
              country_code as "countryCode", role, status, created_at as createdat
            from read.staff
            where status = any($1::text[]) and first_name || ' ' || last_name ilike $2
              and first_name ilike $3 and last_name ilike $4 and email ilike $5
              and phone ilike $6 and status ilike $7 and role ilike $8`,
          values: [
            statuses,
            likePattern(query.name),
            likePattern(query.firstname),
            likePattern(query.lastname),
            likePattern(query.email),
            likePattern(query.phone),
            // Matches from the start of the text: 'active' is a part of 'inactive'.
            likePattern(query.status || query.userstatus).slice(1),
            likePattern(withRole ? query.role || query.rolename : ''),
          ],
          order: orderByClause(
            query,
            withRole ? { ...sortFields, ...roleSortFields } : sortFields,
            { field: 'createdat', order: 'desc' },
            'userid',
          ),
          query,
        })
        return pageAnswer(
          rows.map((row) => userOf(row, withRole)),
          total,
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
