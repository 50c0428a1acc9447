import multipart, { type MultipartFile } from '@fastify/multipart'
import { orderEndpoints } from '@strand/contracts/order/endpoints'
import { maximumFileSize, uploadProofText } from '@strand/contracts/uploads'
import { withTimeout } from '@strand/platform/async/with-timeout'
import { Rejected } from '@strand/platform/errors'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody } from '@strand/platform/http/server'
import { tooSlow } from '@strand/platform/http/slow-body'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FileAdmission } from '../shared/file-admission.ts'
import { fileLabel } from './file-type.ts'
import type { UploadStore } from './store.ts'

/** Seconds within which the first part of a form must arrive. */
const firstPartWithin = 30

type Options = { uploads: UploadStore; admission: FileAdmission }

/** `POST /api/uploads`: one proof of payment per request, in the multipart field `file`. */
export const uploadRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { uploads, admission } = options
  await app.register(multipart, {
    // One byte more than allowed passes, so that the store rejects the file with its own text.
    limits: { fileSize: maximumFileSize + 1, files: 1, fields: 10, parts: 11, headerPairs: 50 },
    throwFileSizeLimit: false,
  })

  const receive = async (request: FastifyRequest) => {
    if (!request.isMultipart())
      throw new Rejected('unsupported-media-type', 'The request must be multipart/form-data')
    const admitted = await admission.admit({
      address: request.ip,
      expected: expectedBytes(request),
      claimed: false,
    })
    try {
      const part = await firstFile(request)
      // A connection that breaks in the middle of a file must not leave its reader waiting for
      // ever.
      const abort = () => {
        if (!request.raw.complete)
          part.file.destroy(new Rejected('invalid', 'The upload broke off, please try again'))
      }
      request.raw.once('close', abort)
      const named = { fileName: part.filename, fileType: part.mimetype }
      let sent = 0
      const stored = await uploads.receive(part.file, named, (bytes) => {
        sent += bytes
        admitted.spend(bytes)
      })
      admitted.charge(Math.max(0, stored.size - sent))
      return { ...stored, fileName: fileLabel(part.filename) }
    } finally {
      admitted.release()
    }
  }

  app.route({
    ...endpointRoute(orderEndpoints.uploadProof, {
      limit: { name: 'uploads', requests: 300, seconds: 3600 },
    }),
    handlerTimeout: 290_000,
    // Another site could make its visitors' browsers fill the disk, each from its own address.
    onRequest: async ({ headers }) => {
      if (headers['sec-fetch-site'] === 'cross-site')
        throw new Rejected('forbidden', 'Files are uploaded on the shop’s own pages')
    },
    handler: async (request, reply) => {
      const { fileUid, fileName, type, size } = await receive(request).finally(() =>
        discardRest(request),
      )
      return reply
        .code(201)
        .send(
          successBody(`${fileName} has been received`, { fileUid, fileName, fileType: type, size }),
        )
    },
  })
}

/** At most the maximum size of a file; undefined when the client does not say. */
const expectedBytes = ({ headers }: FastifyRequest): number | undefined => {
  const length = Number(headers['content-length'] ?? Number.NaN)
  return Number.isFinite(length) ? Math.min(length, maximumFileSize) : undefined
}

const firstFile = async (request: FastifyRequest): Promise<MultipartFile> => {
  const file = request.file().catch((error: unknown) => {
    // The parser throws plain errors for a malformed form.
    throw new Rejected('invalid', 'The upload broke off, please try again', { cause: error })
  })
  const part = await withTimeout(firstPartWithin * 1000, file).catch((error: unknown) => {
    throw error instanceof Rejected ? error : tooSlow()
  })
  if (!part) throw new Rejected('invalid', uploadProofText)
  return part
}

/** Milliseconds within which a client must stop sending an upload that was rejected. */
const discardTimeoutMs = 30_000

/**
 * Reads and discards the rest of the form, so that the client gets to read the answer and the next
 * request on the same connection is handled.
 */
const discardRest = ({ raw }: FastifyRequest) => {
  if (raw.complete) return
  raw.unpipe().resume()
  const timer = setTimeout(() => raw.complete || raw.destroy(), discardTimeoutMs)
  raw.once('close', () => clearTimeout(timer))
}
