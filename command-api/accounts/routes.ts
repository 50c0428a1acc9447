import { userEndpoints } from '@strand/contracts/accounts/endpoints'
import { type UserEvent, UserPersonal } from '@strand/contracts/accounts/events'
import type { Role } from '@strand/contracts/accounts/permission'
import { selectRoleText } from '@strand/contracts/accounts/user'
import { conflict, invalidInput, Rejected } from '@strand/event-sourcing/errors'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type Account, accountById, detailsOf, normalizeEmail } from './account/account.ts'
import { changeAccount } from './account/change-account.ts'
import { activeSuperadministrators } from './archive.routes.ts'
import type { UserDependencies } from './dependencies.ts'
import { assertMayChangeRole, assertStillManages, mayNotManage, type Person } from './rules.ts'
import { provePassword } from './session/prove-password.ts'
import { endSessions } from './session/sessions.ts'

export const userRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { pool, personalData, eventStore, now } = shared

  app.route({
    ...endpointRoute(userEndpoints.updateUser),
    handler: async (request, reply) => {
      const { userId: actorId, permissions, status } = principalOf(request)
      const { userid = actorId, ...form } = request.body
      const isOwn = userid.toLowerCase() === actorId
      if (isOwn) await provePassword(shared, request, form.password)
      else if (status !== 'active' || !permissions.includes('users.manage')) throw mayNotManage()
      const origin = staffOrigin(request, now())
      await eventStore.health()
      const seen = await accountById(pool, userid)
      if (!seen) throw new Rejected('not-found', 'There is no user with this id')
      assertSameEmail(seen, form.email)
      // The details are sealed before the transaction, because waiting for a second connection
      // inside it could deadlock.
      const updated = await changedDetails(personalData, seen, form)

      const position = await changeAccount(shared, origin, seen.userId, async (connection) => {
        const target = await accountById(connection, seen.userId, 'lock')
        if (target?.personal.box !== seen.personal.box)
          throw conflict('Someone else changed this at the same time, please try again')
        if (target.status === 'archived') throw conflict('This user is archived')
        const events: UserEvent[] = []
        if (updated) {
          await connection.query('update account set personal = $2 where user_id = $1', [
            seen.userId,
            updated.data.personal,
          ])
          events.push(updated)
        }
        if (!isOwn) {
          const actor = assertStillManages(await accountById(connection, actorId), [
            'superadministrator',
          ])
          events.push(...(await changeRole(connection, actor, target, form.roleid, origin.at)))
        }
        return events
      })
      withPosition(reply, position)
      return successBody(isOwn ? 'Your profile was updated' : 'The user was updated')
    },
  })
}

const changedDetails = async (
  personalData: PersonalData,
  target: Account,
  form: Omit<UserPersonal, 'email'>,
) => {
  const before = await detailsOf(personalData, target)
  const { firstname, lastname, phone, countryCode } = form
  const after = { ...before, firstname, lastname, phone, countryCode }
  if (JSON.stringify(UserPersonal.parse(after)) === JSON.stringify(before)) return null
  const key = await personalData.load(target.personal.keyId)
  if (!key) throw conflict('The data of this user was erased')
  const personal = personalData.seal(key, after)
  return { type: 'UserUpdated' as const, data: { userId: target.userId, personal } }
}

/** Call this in the transaction that makes the change. Returns the resulting event, if any. */
const changeRole = async (
  connection: Connection,
  actor: Person,
  target: Account,
  to: Role | undefined,
  at: Date,
): Promise<UserEvent[]> => {
  if (!to) throw invalidInput([{ path: 'roleid', message: selectRoleText }])
  assertMayChangeRole(actor, target, to, await activeSuperadministrators(connection))
  const { userId, role: from } = target
  if (from === to) return []
  await connection.query('update account set role = $2 where user_id = $1', [userId, to])
  await endSessions(connection, userId, at)
  return [{ type: 'UserRoleChanged', data: { userId, from, to } }]
}

const assertSameEmail = ({ email }: Account, given: string | undefined) => {
  if (given !== undefined && normalizeEmail(given) !== email)
    throw invalidInput([{ path: 'email', message: 'The email address cannot be changed' }])
}
