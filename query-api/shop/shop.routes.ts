import { resultOf } from '@strand/contracts/answer'
import { Shop } from '@strand/contracts/shop/shop'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

/** `GET /api/shop`: the same for everyone, from the settings. */
export const shopRoutes: FastifyPluginAsyncZod<{ shop: Shop }> = async (app, { shop }) => {
  app.get(
    '/api/shop',
    { config: { access: 'public' }, schema: { response: { 200: resultOf(Shop) } } },
    async () => ({ result: shop }),
  )
}
