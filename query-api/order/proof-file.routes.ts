import { orderDeskEndpoints } from '@strand/contracts/order/staff.endpoints'
import { FileType } from '@strand/contracts/uploads'
import { Rejected } from '@strand/event-sourcing/errors'
import type { Now } from '@strand/platform/clock'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import { verifyLink } from '@strand/platform/crypto/signed-link'
import type { FileStore } from '@strand/platform/files/open'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

type Options = { files: Pick<FileStore, 'read'>; tokenSecret: KeyRing; now: Now }

/**
 * Serves proof files to anyone with a link; links are issued to staff, and expire after 15 minutes.
 */
export const proofFileRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  app.route({
    ...endpointRoute(orderDeskEndpoints.getProofFile),
    handlerTimeout: 600_000,
    handler: async ({ params, query }, reply) => {
      const link = verifyLink({
        ...query,
        key: params.key,
        secret: options.tokenSecret,
        now: options.now(),
      })
      const type = FileType.safeParse(link?.type)
      if (!link || !type.success)
        throw new Rejected('forbidden', 'This link has expired, please load the page again')
      const file = await options.files.read(link.key)
      if (!file) throw new Rejected('not-found', 'This file has been deleted')
      return reply
        .headers({
          'Content-Type': type.data,
          'Content-Length': file.size,
          'Content-Disposition': `inline; filename*=UTF-8''${encodeName(link.name ?? 'proof')}`,
          'X-Content-Type-Options': 'nosniff',
          'Content-Security-Policy': "sandbox; default-src 'none'",
          'Cache-Control': 'private, no-store',
        })
        .send(file.stream)
    },
  })
}

/**
 * Encodes as RFC 6266 requires: `encodeURIComponent` does not encode four characters that the
 * header's grammar forbids.
 */
const encodeName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
