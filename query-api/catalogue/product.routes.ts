import { catalogueEndpoints } from '@strand/contracts/catalogue/endpoints'
import type { Product, ProductChoice } from '@strand/contracts/catalogue/product'
import { productEndpoints } from '@strand/contracts/catalogue/staff.endpoints'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { Pool } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { likePattern, orderByClause, pageAnswer, readPage } from '../page.ts'

type Row = Omit<Product, 'createdat'> & { createdat: Date }

export const productRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.route({
    ...endpointRoute(catalogueEndpoints.listProductChoices, { readModels: ['product'] }),
    handler: async () => {
      const { rows } = await pool.query<ProductChoice>(
        `select product_id as productid, name as productname, price
         from read.product where status = 'active' order by lower(name), product_id`,
      )
      return { result: rows }
    },
  })

  for (const [endpoint, status] of [
    [productEndpoints.listProducts, 'active'],
    [productEndpoints.listArchivedProducts, 'archived'],
  ] as const)
    app.route({
      ...endpointRoute(endpoint, { readModels: ['product', 'staff'] }),
      handler: async ({ query }) => {
        const { rows, total } = await readPage<Row>(pool, {
          matching: `
            select product_id as productid, name as productname, price, product.status as productstatus,
              coalesce(trim(first_name || ' ' || last_name), created_by) as createdby,
              product.created_at as createdat
            from read.product product left join read.staff on user_id::text = created_by
            where product.status = $1 and name ilike $2
              and coalesce(trim(first_name || ' ' || last_name), created_by) ilike $3`,
          values: [status, likePattern(query.productname), likePattern(query.createdby)],
          order: orderByClause(
            query,
            {
              productname: 'lower(productname)',
              price: 'price',
              createdby: 'lower(createdby)',
              createdat: 'createdat',
              productstatus: 'productstatus',
            },
            { field: 'createdat', order: 'desc' },
            'productid',
          ),
          query,
        })
        return pageAnswer(
          rows.map((row) => ({ ...row, createdat: row.createdat.toISOString() })),
          total,
          query,
        )
      },
    })
}
