import { accountEndpoints } from '@strand/contracts/accounts/endpoints'
import { Rejected } from '@strand/event-sourcing/errors'
import { transaction } from '@strand/event-sourcing/postgres/pool'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountById, normalizeEmail } from '../account/account.ts'
import { selfOrigin } from '../account/origin.ts'
import type { UserDependencies } from '../dependencies.ts'
import { mustEnrol } from '../second-factor/second-step.ts'
import { sessionAnswer } from './answer.ts'
import { endSession, findSession, refreshSession } from './sessions.ts'

const sessionOver = () =>
  new Rejected('unauthenticated', 'Your session has ended, please sign in again')

export const sessionRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { pool, tokenSecret, usedOnce, accountEvents, log, now } = shared

  app.route({
    ...endpointRoute(accountEndpoints.refreshSession, {
      limit: { name: 'refresh', requests: 120, seconds: 60 },
    }),
    handler: async (request) => {
      const { email, refreshToken } = request.body
      const owner = await findSession(pool, tokenSecret, refreshToken, now())
      const account = owner ? await accountById(pool, owner.userId) : null
      if (!account || account.email !== normalizeEmail(email)) throw sessionOver()
      // Since the session began, the shop may have started to require a second factor.
      if (await mustEnrol(shared, account)) throw sessionOver()
      const refreshed = await refreshSession(pool, tokenSecret, refreshToken, now(), {
        keep: (connection, thing) => usedOnce.keep(request, thing, connection, {}),
        isKnown: async (thing) => (await usedOnce.outcome(request, thing)) !== null,
      })
      if (!refreshed.ok) {
        if (refreshed.reused)
          log.warn({ sessionId: refreshed.sessionId }, 'a refresh token was used twice')
        throw sessionOver()
      }
      return sessionAnswer(shared, account, 'Your session continues', refreshed)
    },
  })

  app.route({
    ...endpointRoute(accountEndpoints.logout, {
      limit: { name: 'refresh', requests: 120, seconds: 60 },
    }),
    handler: async (request, reply) => {
      const { refreshToken } = request.body
      const found = await findSession(pool, tokenSecret, refreshToken, now())
      if (!found) throw sessionOver()
      const { userId, sessionId } = found
      const eventIds = await transaction(pool, async (connection) =>
        (await endSession(connection, sessionId, now())) && found.alive
          ? accountEvents.record(connection, selfOrigin(request, userId, now()), [
              { type: 'UserSignedOut', data: { userId } },
            ])
          : [],
      )
      if (eventIds.length > 0)
        try {
          withPosition(reply, await accountEvents.publish(userId, eventIds))
        } catch (error) {
          // The session has ended, and its event is stored for the log, so nobody has to repeat the
          // sign-out.
          log.warn({ err: error }, 'a sign-out is waiting for the log')
        }
      return reply.code(204).send()
    },
  })
}
