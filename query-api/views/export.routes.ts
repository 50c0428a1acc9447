import { OrderStatus } from '@strand/contracts/order/status'
import { permissionOfList, viewEndpoints } from '@strand/contracts/views/view'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { openExport, textRows } from '../export-rows.ts'
import type { SavedView, ViewRows } from '../view-rows.ts'
import { findView } from './saved-view.ts'

type Options = {
  pool: Pool
  now: Now
  /** Of each list; all statuses of orders have one. */
  viewRows: Record<'orders' | Exclude<SavedView['list'], OrderStatus>, ViewRows>
}

const isOfOrders = (list: SavedView['list']): list is OrderStatus =>
  OrderStatus.safeParse(list).success

/** `GET /api/admin/views/{viewId}/export`: exactly the rows of a view, for a spreadsheet. */
export const viewExportRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  app.route({
    ...endpointRoute(viewEndpoints.exportView, { readModels: ['order', 'staff', 'activity'] }),
    handlerTimeout: 3_600_000,
    handler: async (request, reply) => {
      const { userId, permissions } = principalOf(request)
      const view = await findView(options.pool, request.params.viewId, userId)
      if (!view || !permissions.includes(permissionOfList(view.list)))
        throw new Rejected('not-found', 'There is no view with this id')
      const { viewRows } = options
      const rowsOf = isOfOrders(view.list) ? viewRows.orders : viewRows[view.list]
      const { cells, rows } = rowsOf(view)
      const statement = textRows(cells, true, rows)
      const exported = { statement, cells, name: 'view' }
      const { headers, stream } = await openExport(options, request, true, exported)
      return reply.headers(headers).send(stream)
    },
  })
}
