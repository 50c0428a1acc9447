import { resultOf } from '@strand/contracts/answer'
import { Product, ProductChoice } from '@strand/contracts/catalogue/product'
import { ListQuery, pageOf } from '@strand/contracts/list'
import { optionalLine } from '@strand/contracts/text'
import type { Pool } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { likePattern, orderByClause, pageAnswer, readPage } from '../page.ts'

const filter = optionalLine(200)
const ProductListQuery = ListQuery.extend({ productname: filter, createdby: filter })

type Row = Omit<Product, 'createdat'> & { createdat: Date }

export const productRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.get(
    '/api/products',
    {
      config: { access: 'public', readModels: ['product'] },
      schema: { response: { 200: resultOf(z.array(ProductChoice)) } },
    },
    async () => {
      const { rows } = await pool.query<ProductChoice>(
        `select product_id as productid, name as productname, price
         from read.product where status = 'active' order by lower(name), product_id`,
      )
      return { result: rows }
    },
  )

  for (const [url, status] of [
    ['/api/admin/products', 'active'],
    ['/api/admin/archived-products', 'archived'],
  ] as const)
    app.get(
      url,
      {
        config: { access: { permission: 'catalogue.read' }, readModels: ['product', 'staff'] },
        schema: { querystring: ProductListQuery, response: { 200: pageOf(Product) } },
      },
      async ({ query }) => {
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
    )
}
