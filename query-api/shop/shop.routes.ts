import { shopEndpoints } from '@strand/contracts/shop/endpoints'
import type { Shop } from '@strand/contracts/shop/shop'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

/** `GET /api/shop`: the same for everyone, from the settings. */
export const shopRoutes: FastifyPluginAsyncZod<{ shop: Shop }> = async (app, { shop }) => {
  app.route({ ...endpointRoute(shopEndpoints.getShop), handler: async () => ({ result: shop }) })
}
