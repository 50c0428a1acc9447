import { userEndpoints } from '@strand/contracts/accounts/endpoints'
import { uuidFrom } from '@strand/event-sourcing/commands/event-id'
import type { Position } from '@strand/event-sourcing/event-store/event-store'
import { temporaryPassword } from '@strand/platform/crypto/mailed-token'
import { type Origin, staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountById, insertAccount, type NewAccount, normalizeEmail } from './account/account.ts'
import { type ChangeOptions, changeAccount } from './account/change-account.ts'
import type { UserDependencies } from './dependencies.ts'
import { assertStillManages } from './rules.ts'

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
      const account = { email: details.email, passwordHash, role: roleid, personal }
      const position = await createUser(shared, origin, { userId, ...account })
      withPosition(reply, position)
      const { firstname, email } = details
      reply.code(201)
      return successBody(`${firstname} was added, and will get an email at ${email}`, {
        userid: userId,
        firstname,
        email,
      })
    },
  })
}

export const createUser = (
  shared: ChangeOptions,
  origin: Origin,
  account: Pick<NewAccount, 'userId' | 'email' | 'passwordHash' | 'role' | 'personal'>,
): Promise<Position | null> =>
  changeAccount(shared, origin, account.userId, async (connection) => {
    assertStillManages(await accountById(connection, origin.actor.id), ['superadministrator'])
    await insertAccount(connection, {
      ...account,
      passwordChosen: false,
      status: 'pending',
      at: origin.at,
    })
    const { userId, role, personal } = account
    return [{ type: 'UserCreated', data: { userId, role, personal } }]
  })
