import { type ProductEvent, product } from '@strand/contracts/catalogue/product.resource'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { archivableDecider } from './archivable.decider.ts'
import { type CatalogueDependencies, registerArchivableRoutes } from './archivable.routes.ts'

export const productRoutes: FastifyPluginAsyncZod<CatalogueDependencies> = async (app, options) => {
  registerArchivableRoutes(app, options, {
    resource: product,
    decider: archivableDecider<ProductEvent>(product),
    idOf: ({ productid }) => productid,
    contentOf: (productId, { productname, price }) => ({ productId, name: productname, price }),
    answerOf: (productid, { productname }) => ({ productid, productname }),
  })
}
