import { userEndpoints } from '@strand/contracts/accounts/endpoints'
import { Rejected } from '@strand/event-sourcing/errors'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountById } from './account/account.ts'
import { changeAccount } from './account/change-account.ts'
import type { UserDependencies } from './dependencies.ts'
import { assertMayErase, assertStillManages } from './rules.ts'
import { removeFactors } from './second-factor/factors.ts'

/**
 * `DELETE /api/admin/users/{userid}/personal-data`: in one transaction, destroys the personal key,
 * the credentials and the address of a person who has left. The event makes the read models drop
 * the data. The log still shows what the person did, under an id that no longer belongs to anyone.
 */
export const userErasureRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { personalData, eventStore, now } = shared
  app.route({
    ...endpointRoute(userEndpoints.eraseUser),
    handler: async (request, reply) => {
      const origin = staffOrigin(request, now())
      await eventStore.health()
      const position = await changeAccount(
        shared,
        origin,
        request.params.userid,
        async (connection) => {
          assertStillManages(await accountById(connection, principalOf(request).userId), [
            'superadministrator',
          ])
          const target = await accountById(connection, request.params.userid, 'lock')
          if (!target) throw new Rejected('not-found', 'There is no user with this id')
          assertMayErase(target)
          const { userId } = target
          await removeFactors(connection, userId)
          for (const table of ['session', 'password_reset', 'known_device_link', 'account'])
            await connection.query(`delete from ${table} where user_id = $1`, [userId])
          await personalData.erase(target.personal.keyId, connection)
          return [{ type: 'UserPersonalDataErased', data: { userId } }]
        },
      )
      withPosition(reply, position)
      return successBody('The personal data of the user has been erased')
    },
  })
}
