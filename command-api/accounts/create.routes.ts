import { userEndpoints } from '@strand/contracts/accounts/endpoints'
import { uuidFrom } from '@strand/event-sourcing/commands/event-id'
import { temporaryPassword } from '@strand/platform/crypto/mailed-token'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountById, insertAccount, normalizeEmail } from './account/account.ts'
import { changeAccount } from './account/change-account.ts'
import type { UserDependencies } from './dependencies.ts'
import { assertStillManages } from './rules.ts'

/** Adding people. */
export const createUserRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { personalData, tokenSecret, hashes, eventStore, now } = shared

  app.route({
    ...endpointRoute(userEndpoints.createUser),
    handler: async (request, reply) => {
      const { roleid, ...given } = request.body
      const details = { ...given, email: normalizeEmail(given.email) }
      const origin = staffOrigin(request, now())
      const userId = uuidFrom(origin.commandId, 'user')
      await eventStore.health()
      const key = await personalData.take()
      const personal = personalData.seal(key, details)
      const temporary = temporaryPassword(tokenSecret, userId)
      const passwordHash = await hashes.make(temporary, request.claimant)
      const position = await changeAccount(shared, origin, userId, async (connection) => {
        assertStillManages(await accountById(connection, principalOf(request).userId), [
          'superadministrator',
        ])
        await insertAccount(connection, {
          userId,
          email: details.email,
          passwordHash,
          passwordChosen: false,
          role: roleid,
          status: 'pending',
          personal,
          at: origin.at,
        })
        return [{ type: 'UserCreated', data: { userId, role: roleid, personal } }]
      })
      withPosition(reply, position)
      const { firstname, email } = details
      reply.code(201)
      return successBody(`${firstname} was created, and gets an email at ${email}`, {
        userid: userId,
        firstname,
        email,
      })
    },
  })
}
