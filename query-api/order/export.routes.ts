import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { parameter, sql } from '@strand/platform/postgres/sql'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { withinDays } from '../day-page.ts'
import { type Cells, lagosText, openExport } from '../export-rows.ts'
import { wantsCsv } from '../export-stream.ts'
import { personalColumns } from './personal-columns.ts'

const isoTime = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Spreadsheets get the time in Lagos, programs get UTC. */
const orderCells = (asCsv: boolean): Cells => [
  ['orderid', 'Order Id', 'state.order_id'],
  ['fullname', 'Full Name', personalColumns.fullname],
  ['deliveryaddress', 'Delivery Address', personalColumns.deliveryaddress],
  ['product', 'Product', 'detail.product'],
  ['sales', 'Sale', 'detail.sales'],
  ['instagramusername', 'Instagram Username', personalColumns.instagramusername],
  ['createdat', 'Date Created', (asCsv ? lagosText : isoTime)('state.created_at')],
]

const productCells: Cells = [
  ['product', 'Product Name', 'product'],
  ['productordered', 'Quantity Ordered', 'quantity'],
  ['sales', 'Sales', 'sales'],
]

/** `GET /api/admin/download-orders` and `/order-products`: JSON, or CSV for `Accept: text/csv`. */
export const orderExportRoutes: FastifyPluginAsyncZod<{ pool: Pool; now: Now }> = async (
  app,
  options,
) => {
  app.route({
    ...endpointRoute(orderDeskEndpoints.exportConfirmedOrders, { readModels: ['order'] }),
    handlerTimeout: 3_600_000,
    handler: async (request, reply) => {
      const asCsv = wantsCsv(request)
      const dateFrom = parameter(request.query.dateFrom ?? null)
      const dateTo = parameter(request.query.dateTo ?? null)
      const confirmed = sql`
        from read.order_state state join read.order_detail detail using (order_id)
        where state.status = 'confirmed' and ${withinDays('state.created_at', dateFrom, dateTo)}
        order by state.created_at, state.order_id`
      const { headers, stream } = await openExport(options, request, asCsv, {
        cells: orderCells(asCsv),
        rows: confirmed,
        name: 'confirmed-orders',
      })
      return reply.headers(headers).send(stream)
    },
  })

  app.route({
    ...endpointRoute(orderDeskEndpoints.exportOrderedProducts, {
      readModels: ['order', 'product', 'sales'],
    }),
    handlerTimeout: 3_600_000,
    handler: async (request, reply) => {
      const asCsv = wantsCsv(request)
      const ordered = sql`
        from (
          select coalesce(product_now.name, ordered.product) as product,
            coalesce(campaign.name, ordered.sales) as sales, sum(ordered.quantity)::int8 as quantity
          from read.ordered_product ordered
          left join read.product product_now on product_now.product_id::text = ordered.product_id
          left join read.sales campaign on campaign.sales_id::text = ordered.sales_id
          where ordered.quantity > 0
          group by 1, 2
        ) ordered
        order by lower(product), lower(sales)`
      const { headers, stream } = await openExport(options, request, asCsv, {
        cells: productCells,
        rows: ordered,
        name: 'ordered-products',
      })
      return reply.headers(headers).send(stream)
    },
  })
}
