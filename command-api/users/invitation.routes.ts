import { userEndpoints } from '@strand/contracts/users/endpoints'
import { staffOrigin } from '@strand/platform/commands/origin'
import { Rejected } from '@strand/platform/errors'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import { successBody, withPosition } from '@strand/platform/http/server'
import { transaction } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountById, lockUserChanges } from './account/account.ts'
import type { UserDependencies } from './dependencies.ts'
import { assertStillManages } from './rules.ts'

/**
 * `POST /api/admin/users/{userid}/invitation`: mails the invitation to a newcomer again. Its link
 * and temporary password are the first ones, and work for another 72 hours.
 */
export const invitationRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { pool, eventStore, accountEvents, now } = shared
  app.route({
    ...endpointRoute(userEndpoints.inviteUser),
    handler: async (request, reply) => {
      const origin = staffOrigin(request, now())
      await eventStore.health()
      const { userId, email, eventIds } = await transaction(pool, async (connection) => {
        await lockUserChanges(connection)
        assertStillManages(await accountById(connection, principalOf(request).userId), [
          'superadministrator',
        ])
        const target = await accountById(connection, request.params.userid, 'lock')
        if (!target) throw new Rejected('not-found', 'There is no user with this id')
        if (target.status !== 'pending')
          throw new Rejected('conflict', `This user is ${target.status}, and needs no invitation`)
        const { userId, email } = target
        await connection.query('update account set invited_at = $2 where user_id = $1', [
          userId,
          origin.at,
        ])
        const event = { type: 'UserInvited' as const, data: { userId } }
        return { userId, email, eventIds: await accountEvents.record(connection, origin, [event]) }
      })
      withPosition(reply, await accountEvents.publish(userId, eventIds))
      return successBody(`The invitation goes to ${email} again`)
    },
  })
}
