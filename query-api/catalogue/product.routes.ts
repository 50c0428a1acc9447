import { catalogueEndpoints } from '@strand/contracts/catalogue/endpoints'
import type { ProductChoice } from '@strand/contracts/catalogue/product'
import { product } from '@strand/contracts/catalogue/product.resource'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { creator, registerArchivableLists } from './archivable.routes.ts'

/** Version 1 of the read model, which serves while version 2 is built, lacks these columns. */
const added = {
  picture: `coalesce(to_jsonb(listed) ->> 'picture', '')`,
  group: `coalesce(to_jsonb(listed) ->> 'group_name', '')`,
}

export const productRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.route({
    ...endpointRoute(catalogueEndpoints.listProductChoices, { readModels: ['product'] }),
    handler: async () => {
      const { rows } = await pool.query<ProductChoice>(
        `select product_id as productid, name as productname, price,
           ${added.picture} as picture, ${added.group} as "group"
         from read.product listed where status = 'active' order by lower(name), product_id`,
      )
      return { result: rows }
    },
  })

  registerArchivableLists(app, pool, {
    resource: product,
    id: 'productid',
    fields: {
      productid: 'product_id',
      productname: 'name',
      price: 'price',
      ...added,
      productstatus: 'listed.status',
      createdby: creator,
      createdat: 'listed.created_at',
    },
    text: ['productname', 'group', 'createdby'],
    sort: ['productname', 'price', 'group', 'createdby', 'createdat', 'productstatus'],
  })
}
