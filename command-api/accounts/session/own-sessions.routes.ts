import type { OwnSession } from '@strand/contracts/accounts/second-factor'
import { sessionEndpoints } from '@strand/contracts/accounts/second-factor.endpoints'
import { sessionHours, sessionMinutes } from '@strand/contracts/accounts/session'
import { Rejected } from '@strand/event-sourcing/errors'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { changeAccount } from '../account/change-account.ts'
import type { UserDependencies } from '../dependencies.ts'

type Row = { id: string; device: string; created_at: Date; last_seen_at: Date }

/** A person's live sessions on all devices: `$1` is the person, `$2` the time. */
const alive = `user_id = $1 and ended_at is null
  and last_seen_at > $2::timestamptz - make_interval(mins => ${sessionMinutes})
  and created_at > $2::timestamptz - make_interval(hours => ${sessionHours})`

export const ownSessionRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { pool, now } = shared

  app.route({
    ...endpointRoute(sessionEndpoints.listOwnSessions),
    handler: async (request) => {
      const { userId, sessionId } = principalOf(request)
      const { rows } = await pool.query<Row>(
        `select id, device, created_at, last_seen_at from session where ${alive}
         order by id = $3 desc, last_seen_at desc, id limit 100`,
        [userId, now(), sessionId],
      )
      return {
        result: rows.map(
          ({ id, device, created_at, last_seen_at }): OwnSession => ({
            sessionid: id,
            device,
            current: id === sessionId,
            createdat: created_at.toISOString(),
            seenat: last_seen_at.toISOString(),
          }),
        ),
      }
    },
  })

  /**
   * Ends the sessions that match the SQL condition `which`, in which `$3` is `id`. Throws 404 if
   * there are none.
   */
  const end = async (request: FastifyRequest, reply: FastifyReply, which: string, id: string) => {
    const { userId } = principalOf(request)
    const origin = staffOrigin(request, now())
    const position = await changeAccount(shared, origin, userId, async (connection) => {
      const { rowCount } = await connection.query(
        `update session set ended_at = $2 where ${alive} and ${which}`,
        [userId, now(), id],
      )
      if (rowCount === 0) throw new Rejected('not-found', 'This session has already ended')
      return [{ type: 'UserSessionsEnded', data: { userId } }]
    })
    withPosition(reply, position)
  }

  app.route({
    ...endpointRoute(sessionEndpoints.endOwnSession),
    handler: async (request, reply) => {
      await end(request, reply, 'id::text = $3', request.params.sessionid.toLowerCase())
      return successBody('The session was ended')
    },
  })

  app.route({
    ...endpointRoute(sessionEndpoints.endOtherSessions),
    handler: async (request, reply) => {
      await end(request, reply, 'id::text <> $3', principalOf(request).sessionId)
      return successBody('All other sessions were ended')
    },
  })
}
