import { catalogueEndpoints } from '@strand/contracts/catalogue/endpoints'
import type { RunningSales, Sales } from '@strand/contracts/catalogue/sales'
import { salesEndpoints } from '@strand/contracts/catalogue/staff.endpoints'
import type { Now } from '@strand/platform/clock'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { Pool } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { likePattern, orderByClause, pageAnswer, readPage } from '../page.ts'

type Row = Omit<Sales, 'createdat' | 'startDate' | 'endDate'> & {
  createdat: Date
  startDate: Date
  endDate: Date
}

export const salesRoutes: FastifyPluginAsyncZod<{ pool: Pool; now: Now }> = async (
  app,
  { pool, now },
) => {
  app.route({
    ...endpointRoute(catalogueEndpoints.listRunningSales, { readModels: ['sales'] }),
    handler: async () => {
      const { rows } = await pool.query<RunningSales>(
        `select sales_id as salesid, name as salesname, message as "salesMessage"
         from read.sales
         where status = 'active' and starts_at <= $1 and ends_at > $1
         order by starts_at desc, sales_id`,
        [now()],
      )
      return { result: rows }
    },
  })

  for (const [endpoint, status] of [
    [salesEndpoints.listSales, 'active'],
    [salesEndpoints.listArchivedSales, 'archived'],
  ] as const)
    app.route({
      ...endpointRoute(endpoint, { readModels: ['sales'] }),
      handler: async ({ query }) => {
        const { rows, total } = await readPage<Row>(pool, {
          matching: `
            select sales_id as salesid, name as salesname, status as salesstatus, orders,
              created_at as createdat, starts_at as "startDate", ends_at as "endDate",
              message as "salesMessage"
            from read.sales where status = $1 and name ilike $2`,
          values: [status, likePattern(query.salesname)],
          order: orderByClause(
            query,
            {
              salesname: 'lower(salesname)',
              salesstatus: 'salesstatus',
              orders: 'orders',
              createdat: 'createdat',
              startDate: '"startDate"',
              endDate: '"endDate"',
            },
            { field: 'createdat', order: 'desc' },
            'salesid',
          ),
          query,
        })
        const data = rows.map((row) => ({
          ...row,
          createdat: row.createdat.toISOString(),
          startDate: row.startDate.toISOString(),
          endDate: row.endDate.toISOString(),
        }))
        return pageAnswer(data, total, query)
      },
    })
}
