import { OrderStatus } from '@strand/contracts/order/status'
import { permissionOfList, type View, viewEndpoints } from '@strand/contracts/views/view'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { openExport } from '../export-rows.ts'
import { SavedView, type ViewRows } from '../view-rows.ts'

type Row = Omit<View, 'editable'> & { userid: string }

/** The caller's own views, and the shared views of lists that the caller may see. */
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

type Options = {
  pool: Pool
  now: Now
  /** How to read each list's rows. All order statuses share one entry. */
  viewRows: Record<'orders' | Exclude<SavedView['list'], OrderStatus>, ViewRows>
}

const isOfOrders = (list: SavedView['list']): list is OrderStatus =>
  OrderStatus.safeParse(list).success

/** `GET /api/admin/views/{viewId}/export`: exactly the rows of a view, for a spreadsheet. */
export const viewExportRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  app.route({
    ...endpointRoute(viewEndpoints.exportView, {
      readModels: ['order', 'staff', 'activity', 'bank'],
    }),
    handlerTimeout: 3_600_000,
    handler: async (request, reply) => {
      const { userId, permissions } = principalOf(request)
      const view = await findView(options.pool, request.params.viewId, userId)
      if (!view || !permissions.includes(permissionOfList(view.list)))
        throw new Rejected('not-found', 'There is no view with this id')
      const { viewRows } = options
      const rowsOf = isOfOrders(view.list) ? viewRows.orders : viewRows[view.list]
      const exported = { ...rowsOf(view), name: 'view' }
      const { headers, stream } = await openExport(options, request, true, exported)
      return reply.headers(headers).send(stream)
    },
  })
}

/** The caller's own view or a shared one; null if there is no such view. */
const findView = async (pool: Pool, viewId: string, userId: string): Promise<SavedView | null> => {
  const { rows } = await pool.query<{ content: unknown }>(
    `select content from public.saved_view
     where view_id::text = lower($1) and (shared or user_id = $2)`,
    [viewId, userId],
  )
  return rows[0] ? SavedView.parse(rows[0].content) : null
}
