import { catalogueEndpoints } from '@strand/contracts/catalogue/endpoints'
import type { RunningSales } from '@strand/contracts/catalogue/sales'
import { sales } from '@strand/contracts/catalogue/sales.resource'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { registerArchivableLists } from './archivable.routes.ts'

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

  registerArchivableLists(app, pool, {
    resource: sales,
    id: 'salesid',
    fields: {
      salesid: 'sales_id',
      salesname: 'name',
      salesstatus: 'status',
      orders: 'orders',
      createdat: 'created_at',
      startDate: 'starts_at',
      endDate: 'ends_at',
      salesMessage: 'message',
    },
    text: ['salesname'],
    sort: ['salesname', 'salesstatus', 'orders', 'createdat', 'startDate', 'endDate'],
  })
}
