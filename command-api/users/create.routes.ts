import { randomUUID } from 'node:crypto'
import { userEndpoints } from '@strand/contracts/users/endpoints'
import { staffOrigin } from '@strand/platform/commands/origin'
import { temporaryPassword } from '@strand/platform/crypto/mailed-token'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import { successBody, withPosition } from '@strand/platform/http/server'
import { transaction } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountById, insertAccount, lockUserChanges, normalizeEmail } from './account/account.ts'
import type { UserDependencies } from './dependencies.ts'
import { assertStillManages } from './rules.ts'

/** Adding people. */
export const createUserRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { pool, personalData, tokenSecret, hashes, accountEvents, eventStore, now } = shared

  app.route({
    ...endpointRoute(userEndpoints.createUser),
    handler: async (request, reply) => {
      const { roleid, ...given } = request.body
      const details = { ...given, email: normalizeEmail(given.email) }
      const userId = randomUUID()
      const origin = staffOrigin(request, now())
      await eventStore.health()
      const key = await personalData.take()
      const personal = personalData.seal(key, details)
      const passwordHash = await hashes.make(temporaryPassword(tokenSecret, userId))
      const eventIds = await transaction(pool, async (connection) => {
        await lockUserChanges(connection)
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
        return accountEvents.record(connection, origin, [
          { type: 'UserCreated', data: { userId, role: roleid, personal } },
        ])
      })
      withPosition(reply, await accountEvents.publish(userId, eventIds))
      const { firstname, email } = details
      reply.code(201)
      return successBody(`${firstname} was created, and gets a mail at ${email}`, {
        userid: userId,
        firstname,
        email,
      })
    },
  })
}
