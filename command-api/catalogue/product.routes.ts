import { type ProductEvent, product } from '@strand/contracts/catalogue/product.resource'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { archivableDecider } from './archivable.decider.ts'
import { type CatalogueDependencies, registerArchivableRoutes } from './archivable.routes.ts'

type Options = CatalogueDependencies & {
  /** Throws if the shop no longer has the picture. */
  keepPicture: (picture: string) => Promise<void>
}

export const productRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  registerArchivableRoutes(app, options, {
    resource: product,
    decider: archivableDecider<ProductEvent>(product),
    idOf: ({ productid }) => productid,
    contentOf: (productId, { productname: name, price, picture, group }) => ({
      productId,
      name,
      price,
      ...(picture !== undefined && { picture }),
      ...(group !== undefined && { group }),
    }),
    answerOf: (productid, { productname }) => ({ productid, productname }),
    beforeDecision: async ({ picture }, before) => {
      if (picture && picture !== before?.picture) await options.keepPicture(picture)
    },
  })
}
