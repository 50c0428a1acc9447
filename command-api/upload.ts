import multipart from '@fastify/multipart'
import { CommandAnswer } from '@strand/contracts/answer'
import { maximumFileSize, Uploaded, uploadProof } from '@strand/contracts/upload'
import { Rejected } from '@strand/platform/errors'
import { succeed } from '@strand/platform/http'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { labelOf } from './upload.check.ts'
import type { Uploads } from './upload.store.ts'

/** `POST /api/uploads`: one proof of payment a request, in the multipart field `file`. */
export const uploadRoutes: FastifyPluginAsyncZod<{ uploads: Uploads }> = async (app, options) => {
  await app.register(multipart, {
    // One byte more than allowed comes through, and the store refuses it with its own text.
    limits: { fileSize: maximumFileSize + 1, files: 1, fields: 10, parts: 11, headerPairs: 50 },
    throwFileSizeLimit: false,
  })

  app.post(
    '/api/uploads',
    {
      config: { access: 'public', limit: { name: 'uploads', requests: 300, seconds: 3600 } },
      handlerTimeout: 290_000,
      schema: { response: { 201: CommandAnswer.extend(Uploaded.shape) } },
    },
    async (request, reply) => {
      if (!request.isMultipart())
        throw new Rejected('unsupported-media-type', 'The request must be multipart/form-data')
      const part = await request.file().catch((error: unknown) => {
        // The parser throws plain errors for a form that is torn.
        throw new Rejected('invalid', 'The upload broke off, please try again', { cause: error })
      })
      if (!part) throw new Rejected('invalid', uploadProof)
      // A line that breaks in the middle of a file must not leave its reader waiting for ever.
      const abort = () => {
        if (!request.raw.complete)
          part.file.destroy(new Rejected('invalid', 'The upload broke off'))
      }
      request.raw.once('close', abort)
      const named = { fileName: part.filename, fileType: part.mimetype }
      const { fileUid, type, size } = await options.uploads
        .receive(part.file, named)
        .finally(() => discardRest(request))
      const fileName = labelOf(part.filename)
      return reply
        .code(201)
        .send(succeed(`${fileName} has been received`, { fileUid, fileName, fileType: type, size }))
    },
  )
}

/** Milliseconds for a client to stop sending what it has been told is refused. */
const patience = 30_000

/**
 * Reads what is left of a form that nobody wants any more, so that the client comes to read the
 * answer, and so that the next request on the same connection is heard.
 */
const discardRest = ({ raw }: FastifyRequest) => {
  if (raw.complete) return
  raw.unpipe().resume()
  const timer = setTimeout(() => raw.complete || raw.destroy(), patience)
  raw.once('close', () => clearTimeout(timer))
}
