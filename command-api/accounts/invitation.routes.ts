import { userEndpoints } from '@strand/contracts/accounts/endpoints'
import { conflict, Rejected } from '@strand/event-sourcing/errors'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountById } from './account/account.ts'
import { changeAccount } from './account/change-account.ts'
import type { UserDependencies } from './dependencies.ts'
import { assertStillManages } from './rules.ts'

/**
 * `POST /api/admin/users/{userid}/invitation`: sends an invitation again. The email has the same
 * link and temporary password as the first email, and both are valid for another 72 hours.
 */
export const invitationRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { eventStore, now } = shared
  app.route({
    ...endpointRoute(userEndpoints.inviteUser),
    handler: async (request, reply) => {
      const origin = staffOrigin(request, now())
      await eventStore.health()
      const { userid } = request.params
      const position = await changeAccount(shared, origin, userid, async (connection) => {
        assertStillManages(await accountById(connection, principalOf(request).userId), [
          'superadministrator',
        ])
        const target = await accountById(connection, userid, 'lock')
        if (!target) throw new Rejected('not-found', 'There is no user with this id')
        const { userId, status } = target
        if (status !== 'pending')
          throw conflict(`Only a pending user can be invited; this one is ${status}`)
        await connection.query('update account set invited_at = $2 where user_id = $1', [
          userId,
          origin.at,
        ])
        return [{ type: 'UserInvited', data: { userId } }]
      })
      withPosition(reply, position)
      return successBody('The invitation is being sent again')
    },
  })
}
