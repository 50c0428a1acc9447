import { permissionOfList, type View, viewEndpoints } from '@strand/contracts/views/view'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

type Row = Omit<View, 'editable'> & { userid: string }

/** One's own views and the shared ones of the lists that one may see. */
export const viewRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.route({
    ...endpointRoute(viewEndpoints.listViews, { readModels: ['staff'] }),
    handler: async (request) => {
      const { userId, role, permissions } = principalOf(request)
      const { rows } = await pool.query<Row>(
        `select view.view_id as viewid, view.user_id as userid, view.shared,
           content ->> 'name' as name, content ->> 'list' as list, content -> 'filters' as filters,
           content -> 'sort' as sort, content -> 'columns' as columns,
           coalesce(staff.first_name, 'A colleague') as owner
         from public.saved_view view left join read.staff on staff.user_id = view.user_id
         where view.user_id = $1 or view.shared
         order by lower(content ->> 'name'), view.view_id`,
        [userId],
      )
      const result = rows
        .filter(({ list }) => permissions.includes(permissionOfList(list)))
        .map(({ userid, ...view }) => ({
          ...view,
          editable: userid === userId || (view.shared && role === 'superadministrator'),
        }))
      return { result }
    },
  })
}
