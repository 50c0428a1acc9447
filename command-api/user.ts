import { randomUUID } from 'node:crypto'
import { CommandAnswer } from '@strand/contracts/answer'
import { CreateUser, UpdateUser, UserCreated, UserDetails } from '@strand/contracts/user'
import type { UserEvent } from '@strand/contracts/user.events'
import { Rejected } from '@strand/platform/errors'
import { succeed, withPosition } from '@strand/platform/http'
import { invalidInput } from '@strand/platform/http-errors'
import { principalOf } from '@strand/platform/http-guard'
import { temporaryPassword } from '@strand/platform/mailed-token'
import { staffOrigin } from '@strand/platform/origin'
import { transaction } from '@strand/platform/postgres'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  type Account,
  accountById,
  detailsOf,
  insertAccount,
  normalEmail,
  oneChangeOfPeopleAtATime,
} from './account.ts'
import { endSessions } from './account-sessions.ts'
import type { People } from './people.options.ts'
import { activeSuperadministrators } from './user.archive.ts'
import { assertMayChangeRole, assertStillManages } from './user.rules.ts'

/** Adding people, and changing what is known of them. */
export const userRoutes: FastifyPluginAsyncZod<People> = async (app, shared) => {
  const { pool, personalData, tokenSecret, hashes, throttle, accountEvents, eventStore, now } =
    shared

  app.post(
    '/api/admin/create-user',
    {
      config: { access: { permission: 'users.manage' } },
      schema: {
        tags: ['People'],
        summary: 'Add a member of staff, who gets a mail with a link and a temporary password',
        body: CreateUser,
        response: { 201: UserCreated },
      },
    },
    async (request, reply) => {
      const { roleid, ...given } = request.body
      const details = { ...given, email: normalEmail(given.email) }
      const userId = randomUUID()
      const origin = staffOrigin(request, now())
      await eventStore.health()
      const key = await personalData.take()
      const personal = personalData.seal(key, details)
      const passwordHash = await hashes.make(temporaryPassword(tokenSecret, userId))
      const own = await transaction(pool, async (connection) => {
        await oneChangeOfPeopleAtATime(connection)
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
      withPosition(reply, await accountEvents.publish(userId, own))
      const { firstname, email } = details
      reply.code(201)
      return succeed(`${firstname} was created, and gets a mail at ${email}`, {
        userid: userId,
        firstname,
        email,
      })
    },
  )

  app.put(
    '/api/admin/update-user',
    {
      config: { access: 'signed-in' },
      schema: {
        tags: ['People'],
        summary: 'Change one’s own profile by password, or another’s as superadministrator',
        body: UpdateUser,
        response: { 200: CommandAnswer },
      },
    },
    async (request, reply) => {
      const { userId: actorId, permissions, status } = principalOf(request)
      const { userid = actorId, ...form } = request.body
      const isOwn = userid.toLowerCase() === actorId
      if (isOwn) await provePassword(actorId, form.password)
      else if (status !== 'active' || !permissions.includes('users.manage'))
        throw new Rejected(
          'forbidden',
          "You're restricted from doing this, contact your administrator!",
        )
      const origin = staffOrigin(request, now())
      await eventStore.health()

      const own = await transaction(pool, async (connection) => {
        await oneChangeOfPeopleAtATime(connection)
        const actor = await accountById(connection, actorId)
        if (!isOwn) assertStillManages(actor, ['superadministrator'])
        const target = await accountById(connection, userid, 'lock')
        if (!target || !actor) throw new Rejected('not-found', 'There is no user with this id')
        assertSameEmail(target, form.email)
        const events = await changedDetails(target, form)
        if (!isOwn) {
          if (!form.roleid)
            throw invalidInput([{ path: 'roleid', message: 'Please select user role!' }])
          const { role } = target
          assertMayChangeRole(
            actor,
            target,
            form.roleid,
            await activeSuperadministrators(connection),
          )
          if (role !== form.roleid) {
            await connection.query('update account set role = $2 where user_id = $1', [
              target.userId,
              form.roleid,
            ])
            await endSessions(connection, target.userId, origin.at)
            events.push({
              type: 'UserRoleChanged',
              data: { userId: target.userId, from: role, to: form.roleid },
            })
          }
        }
        for (const event of events)
          if (event.type === 'UserUpdated')
            await connection.query('update account set personal = $2 where user_id = $1', [
              target.userId,
              event.data.personal,
            ])
        return accountEvents.record(connection, origin, events)
      })
      if (own.length > 0)
        withPosition(reply, await accountEvents.publish(userid.toLowerCase(), own))
      return succeed(isOwn ? 'Your profile was updated' : 'The user was updated')
    },
  )

  /** The profile's form asks for the password that one signs in with. */
  const provePassword = async (userId: string, password: string | undefined) => {
    if (!password) throw invalidInput([{ path: 'password', message: 'Please enter password!' }])
    const account = await accountById(pool, userId)
    const proved = await throttle.attempt(account?.email ?? userId, async () =>
      (await hashes.verify(account?.passwordHash ?? null, password))
        ? { ok: true, value: true }
        : { ok: false },
    )
    if (!proved) throw invalidInput([{ path: 'password', message: 'The password is wrong' }])
  }

  /** The event of a change of details; none when the form holds what is known already. */
  const changedDetails = async (
    target: Account,
    form: Omit<UserDetails, 'email'>,
  ): Promise<UserEvent[]> => {
    const before = await detailsOf(personalData, target)
    const { firstname, lastname, phone, countryCode } = form
    const after = { ...before, firstname, lastname, phone, countryCode }
    if (JSON.stringify(UserDetails.parse(after)) === JSON.stringify(before)) return []
    const key = await personalData.load(target.personal.keyId)
    if (!key) throw new Rejected('conflict', 'The data of this user was erased')
    const personal = personalData.seal(key, after)
    return [{ type: 'UserUpdated', data: { userId: target.userId, personal } }]
  }
}

const assertSameEmail = ({ email }: Account, given: string | undefined) => {
  if (given !== undefined && normalEmail(given) !== email)
    throw invalidInput([{ path: 'email', message: 'The email address cannot be changed' }])
}
