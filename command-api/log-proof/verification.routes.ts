import { logVerifierEndpoints } from '@strand/contracts/log-proof/log.endpoints'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import { requestVerification } from '@strand/log-proof/verification-table'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import { successBody } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

/** Requests a verification of the log from `projections`, one at a time. */
export const verificationRoutes: FastifyPluginAsyncZod<{ pool: Pool }> = async (app, { pool }) => {
  app.route({
    ...endpointRoute(logVerifierEndpoints.verifyLog),
    handler: async (request, reply) => {
      const { userId, email } = principalOf(request)
      const { requestedBy, requestedAt, endedAt, ...told } = await requestVerification(pool, userId)
      const result = {
        ...told,
        by: requestedBy === userId ? email : 'Someone else',
        requestedAt: requestedAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
      }
      return reply.code(202).send(successBody('The log is being verified', { result }))
    },
  })
}
