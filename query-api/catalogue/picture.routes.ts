import { pictureTypes } from '@strand/contracts/catalogue/picture'
import { productEndpoints } from '@strand/contracts/catalogue/product.resource'
import { Rejected } from '@strand/event-sourcing/errors'
import type { FileStore } from '@strand/platform/files/open'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

const fileName = new RegExp(`^([0-9a-f]{40})[.](${pictureTypes.join('|')})$`)

/** Serves product pictures to anyone. The content at an address never changes. */
export const pictureRoutes: FastifyPluginAsyncZod<{ files: Pick<FileStore, 'read'> }> = async (
  app,
  { files },
) => {
  app.route({
    ...endpointRoute(productEndpoints.getProductPicture),
    handler: async ({ params }, reply) => {
      const [, picture, type] = fileName.exec(params.file) ?? []
      // The pattern for picture names makes all other files of the shop unreachable.
      const file = picture && type ? await files.read(picture + type) : null
      if (!file) throw new Rejected('not-found', 'There is no such picture')
      return reply
        .headers({
          'Content-Type': `image/${type}`,
          'Content-Length': file.size,
          'Cache-Control': 'public, max-age=31536000, immutable',
        })
        .send(file.stream)
    },
  })
}
