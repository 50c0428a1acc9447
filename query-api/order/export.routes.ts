import { lagosDay } from '@strand/contracts/lagos-time'
import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import type { Now } from '@strand/platform/clock'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import type { Pool } from '@strand/platform/postgres/pool'
import { parameter, raw, type Sql, sql, statementOf } from '@strand/platform/postgres/sql'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { withinDays } from '../day-page.ts'
import { csvFrame, csvLine, jsonFrame, streamRows, wantsCsv } from '../export-stream.ts'
import { personalColumns } from './personal-columns.ts'

const isoTime = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Field, column title and expression of each cell, in the order of the CSV. */
type Cells = [field: string, title: string, expression: string][]

type Rows = { statement: Sql; cells: Cells; name: string }

const orderCells: Cells = [
  ['orderid', 'Order Id', 'state.order_id'],
  ['fullname', 'Full Name', personalColumns.fullname],
  ['deliveryaddress', 'Delivery Address', personalColumns.deliveryaddress],
  ['product', 'Product', 'detail.product'],
  ['sales', 'Sale', 'detail.sales'],
  ['instagramusername', 'Instagram Username', personalColumns.instagramusername],
  ['createdat', 'Date Created', isoTime('state.created_at')],
]

const productCells: Cells = [
  ['product', 'Product Name', 'product'],
  ['productordered', 'Quantity Ordered', 'quantity'],
  ['sales', 'Sales', 'sales'],
]

/** Each row as one text, through `part`, so that each expression is evaluated once. */
const textRows = (cells: Cells, asCsv: boolean, selecting: (text: Sql, columns: Sql) => Sql) => {
  const columns = cells.map(([field]) => `part.${field}`)
  const json = cells.map(([field], index) => `'${field}', ${columns[index]}`)
  return selecting(
    raw(
      asCsv
        ? csvLine(columns.map((column) => `${column}::text`))
        : `json_build_object(${json.join(', ')})::text`,
    ),
    raw(cells.map(([field, , expression]) => `${expression} as ${field}`).join(', ')),
  )
}

/** `GET /api/admin/download-orders` and `/order-products`: JSON, or CSV for `Accept: text/csv`. */
// Long because it lists routes.
export const orderExportRoutes: FastifyPluginAsyncZod<{ pool: Pool; now: Now }> = async (
  app,
  { pool, now },
) => {
  const open = async (request: FastifyRequest, asCsv: boolean, rows: Rows) => {
    const { text, values } = statementOf(rows.statement)
    return {
      headers: {
        Vary: 'Accept',
        'Content-Type': asCsv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
        ...(asCsv && {
          'Content-Disposition': `attachment; filename="${rows.name}-${lagosDay(now().toISOString())}.csv"`,
        }),
      },
      // A stream is sent as it is; the response schema only documents what the JSON contains.
      stream: (await streamRows(pool, principalOf(request).userId, {
        sql: text,
        values,
        frame: asCsv ? csvFrame(rows.cells.map(([, title]) => title)) : jsonFrame,
      })) as never,
    }
  }

  app.route({
    ...endpointRoute(orderDeskEndpoints.exportConfirmedOrders, { readModels: ['order'] }),
    handlerTimeout: 3_600_000,
    handler: async (request, reply) => {
      const asCsv = wantsCsv(request)
      const dateFrom = parameter(request.query.dateFrom ?? null)
      const dateTo = parameter(request.query.dateTo ?? null)
      const selecting = (text: Sql, columns: Sql) => sql`
        select ${text} from (
          select ${columns}
          from read.order_state state join read.order_detail detail using (order_id)
          where state.status = 'confirmed' and ${withinDays('state.created_at', dateFrom, dateTo)}
          order by state.created_at, state.order_id
        ) part`
      const { headers, stream } = await open(request, asCsv, {
        statement: textRows(orderCells, asCsv, selecting),
        cells: orderCells,
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
      const selecting = (text: Sql, columns: Sql) => sql`
        select ${text} from (
          select ${columns} from (
            select coalesce(product_now.name, ordered.product) as product,
              coalesce(campaign.name, ordered.sales) as sales, ordered.quantity
            from read.ordered_product ordered
            left join read.product product_now on product_now.product_id::text = ordered.product_id
            left join read.sales campaign on campaign.sales_id::text = ordered.sales_id
            where ordered.quantity > 0
          ) ordered
          order by lower(product), lower(sales)
        ) part`
      const { headers, stream } = await open(request, asCsv, {
        statement: textRows(productCells, asCsv, selecting),
        cells: productCells,
        name: 'ordered-products',
      })
      return reply.headers(headers).send(stream)
    },
  })
}
