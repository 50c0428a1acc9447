import { randomUUID } from 'node:crypto'
import { productStream } from '@strand/contracts/catalogue/product'
import { productEvents } from '@strand/contracts/catalogue/product.events'
import { productArchiving, productEndpoints } from '@strand/contracts/catalogue/staff.endpoints'
import type { Now } from '@strand/platform/clock'
import { staffOrigin } from '@strand/platform/commands/origin'
import type { EventStore } from '@strand/platform/event-store/event-store'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { registerArchivingRoutes } from '../shared/archiving.routes.ts'
import { archivableResource } from './archivable-resource.ts'
import { productDecider } from './product.decider.ts'
import type { UniqueNames } from './unique-names.ts'

type Options = { eventStore: EventStore; names: UniqueNames; now: Now }

/** What the shop sells. */
export const productRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { eventStore, names, now } = options
  const config = { takesEffectIn: ['product'] }

  const products = archivableResource({
    kind: 'product',
    eventStore,
    names,
    decider: productDecider,
    codec: productEvents,
    streamOf: productStream,
    archive: { type: 'ArchiveProduct' },
    restore: { type: 'RestoreProduct' },
  })

  app.route({
    ...endpointRoute(productEndpoints.createProduct, config),
    handler: async (request, reply) => {
      const { productname, price } = request.body
      const productId = randomUUID()
      const data = { productId, name: productname, price }
      const origin = staffOrigin(request, now())
      const { position } = await products.handleNamed(
        productId,
        productname,
        { type: 'CreateProduct', data },
        origin,
      )
      const answer = successBody(`${productname} has been created`, {
        productid: productId,
        productname,
      })
      return withPosition(reply, position).code(201).send(answer)
    },
  })

  app.route({
    ...endpointRoute(productEndpoints.updateProduct, config),
    handler: async (request, reply) => {
      const { productid, productname, price } = request.body
      const data = { productId: productid.toLowerCase(), name: productname, price }
      const origin = staffOrigin(request, now())
      const { position } = await products.handleNamed(
        productid,
        productname,
        { type: 'UpdateProduct', data },
        origin,
      )
      const answer = successBody(`${productname} has been updated`, { productid, productname })
      return withPosition(reply, position).send(answer)
    },
  })

  registerArchivingRoutes(app, {
    endpoints: productArchiving,
    things: 'products',
    config,
    archive: products.archive,
    restore: products.restore,
    now,
  })
}
