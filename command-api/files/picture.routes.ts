import { productEndpoints } from '@strand/contracts/catalogue/product.resource'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FileAdmission } from '../shared/file-admission.ts'
import { fileFormRoute, fileOfForm, registerFileForms } from '../shared/file-form.ts'
import type { PictureStore } from './picture-store.ts'

type Options = { pictures: PictureStore; admission: FileAdmission; publicUrl: string }

/** `POST /api/admin/product-pictures`: one picture per request, in the multipart field `file`. */
export const pictureRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { pictures, admission } = options
  await registerFileForms(app)

  app.route({
    ...fileFormRoute(options.publicUrl),
    ...endpointRoute(productEndpoints.uploadProductPicture, {
      limit: { name: 'product pictures', requests: 300, seconds: 3600 },
    }),
    handler: async (request, reply) => {
      const form = { admission, claimed: true, missing: 'Please choose a picture' }
      const picture = await fileOfForm(request, form, ({ file, filename, mimetype }, admitted) =>
        pictures.receive(file, { fileName: filename, fileType: mimetype }, admitted),
      )
      return reply.code(201).send(successBody('The picture has been received', { picture }))
    },
  })
}
