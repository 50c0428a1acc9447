import { accountEndpoints } from '@strand/contracts/users/endpoints'
import type { UserEvent } from '@strand/contracts/users/events'
import { type Origin, staffOrigin } from '@strand/platform/commands/origin'
import { Rejected } from '@strand/platform/errors'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { invalidInput } from '@strand/platform/http/errors'
import { principalOf } from '@strand/platform/http/guard'
import { networkOf } from '@strand/platform/http/network'
import { logSecurity, noteSubject } from '@strand/platform/http/security-log'
import { successBody, withPosition } from '@strand/platform/http/server'
import { transaction } from '@strand/platform/postgres/pool'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  type Account,
  accountByEmail,
  accountById,
  isTemporaryPasswordExpired,
  normalizeEmail,
} from '../account/account.ts'
import { recordedBefore } from '../account/change-account.ts'
import { anonymousOrigin, selfOrigin } from '../account/origin.ts'
import type { UserDependencies } from '../dependencies.ts'
import { warnOwner } from '../session/known-device.routes.ts'
import { endSessions, voidPasswordResets } from '../session/sessions.ts'
import type { Attempt } from '../session/throttle.ts'
import { assertNoNameInPassword, assertStrongPassword } from './strength.ts'

const wrongPassword = () =>
  invalidInput([{ path: 'oldPassword', message: 'The email or the old password is wrong' }])

/** Setting a new password with the old one: before an account is active, and while signed in. */
export const passwordRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { pool, devices, accountEvents, now } = shared

  /** The new password invalidates the cookie that this browser had, so it gets a new one. */
  const rememberWithNewPassword = (
    reply: FastifyReply,
    { userId, passwordVersion }: Account,
    device: string | null,
  ) => devices.remember(reply, { userId, passwordVersion: passwordVersion + 1 }, device)

  app.route({
    ...endpointRoute(accountEndpoints.changeTemporaryPassword, {
      limit: { name: 'change-password', requests: 20, seconds: 60 },
    }),
    handler: async (request, reply) => {
      const { email, oldPassword, password } = request.body
      assertNewPassword(oldPassword, password)
      const existing = await accountByEmail(pool, email)
      const device = devices.recognise(request, existing)
      const by = { email, network: networkOf(request.ip), device }
      const usable = existing?.status === 'pending' ? existing : null
      const account = await provePassword(
        shared,
        request,
        by,
        { existing: existing, usable },
        oldPassword,
      )
      await assertNoNameInPassword(shared, account, password)
      const origin = selfOrigin(request, account.userId, now())
      const eventIds = await changePassword(shared, origin, account, {
        password,
        keepSession: null,
      })
      rememberWithNewPassword(reply, account, device)
      withPosition(reply, await accountEvents.publish(account.userId, eventIds))
      return successBody('Your password was changed')
    },
  })

  app.route({
    ...endpointRoute(accountEndpoints.updatePassword),
    handler: async (request, reply) => {
      const { userId, sessionId, email: ownEmail } = principalOf(request)
      const { email, oldPassword, password } = request.body
      if (email && normalizeEmail(email) !== ownEmail)
        throw invalidInput([
          { path: 'email', message: 'This is not the address you signed in with' },
        ])
      assertNewPassword(oldPassword, password)
      const origin = staffOrigin(request, now())
      const changedBefore = () => recordedBefore(shared, pool, origin, userId)
      const change = async () => {
        const existing = await accountById(pool, userId)
        const device = devices.recognise(request, existing)
        const accounts = { existing, usable: existing }
        const account = await provePassword(shared, request, { sessionId }, accounts, oldPassword)
        await assertNoNameInPassword(shared, account, password)
        const changes = { password, keepSession: sessionId }
        const eventIds = await changePassword(shared, origin, account, changes)
        rememberWithNewPassword(reply, account, device)
        return eventIds
      }
      // A repeated command cannot prove the old password any more.
      let eventIds = await changedBefore()
      if (eventIds.length === 0)
        eventIds = await change().catch(async (error: unknown) => {
          const before = await changedBefore()
          if (before.length > 0) return before
          throw error
        })
      withPosition(reply, await accountEvents.publish(userId, eventIds))
      return successBody('Your password was changed')
    },
  })
}

const assertNewPassword = (oldPassword: string, password: string) => {
  assertStrongPassword(password)
  if (password === oldPassword)
    throw invalidInput([
      { path: 'password', message: 'Please choose another password than the old one!' },
    ])
}

/**
 * Returns the account once its password was right. Throws 400 otherwise, and 429 after five wrong
 * ones.
 */
const provePassword = async (
  { hashes, throttle, accountEvents, now }: UserDependencies,
  request: FastifyRequest,
  by: Attempt,
  /** The account with this address, and the same account if it may change its password here. */
  { existing, usable }: { existing: Account | null; usable: Account | null },
  oldPassword: string,
): Promise<Account> => {
  let warned: (() => void) | undefined
  const proved = await throttle.attempt(by, async () => {
    const matches = await hashes.verify(usable?.passwordHash ?? null, oldPassword)
    const isUsable =
      usable?.status !== 'archived' && !(usable && isTemporaryPasswordExpired(usable, now()))
    if (usable && matches && isUsable) return { ok: true, value: usable }
    return {
      ok: false,
      record: async (connection, { slowed }) => {
        if (!slowed) return
        logSecurity(request, 'sign-in-slowed')
        const events = await warnOwner(connection, existing?.userId ?? null, now())
        const eventIds = await accountEvents.record(
          connection,
          anonymousOrigin(request, now()),
          events,
        )
        if (existing && eventIds.length > 0)
          warned = () => accountEvents.publishSoon(existing.userId, eventIds)
      },
    }
  })
  if (proved) return proved
  warned?.()
  if (existing) noteSubject(request, existing.userId)
  logSecurity(request, 'wrong-password')
  throw wrongPassword()
}

/** Sets a password for a person who proved the old one. Returns the ids of the resulting events. */
const changePassword = async (
  { pool, hashes, accountEvents }: UserDependencies,
  origin: Origin,
  proved: Account,
  { password, keepSession }: { password: string; keepSession: string | null },
): Promise<string[]> => {
  const { userId } = proved
  const passwordHash = await hashes.make(password)
  return transaction(pool, async (connection) => {
    const account = await accountById(connection, userId, 'lock')
    // Somebody else set another password while this one was being hashed.
    if (account?.passwordVersion !== proved.passwordVersion) throw wrongPassword()
    if (account.status === 'archived') throw new Rejected('forbidden', 'This account is archived')
    const becomesActive = account.status === 'pending' && account.emailConfirmed
    await connection.query(
      `update account set password_hash = $2, password_version = password_version + 1,
         password_chosen = true, status = case when $3 then 'active' else status end
       where user_id = $1`,
      [userId, passwordHash, becomesActive],
    )
    await voidPasswordResets(connection, userId)
    await endSessions(connection, userId, origin.at, keepSession)
    const events: UserEvent[] = [{ type: 'UserPasswordChanged', data: { userId } }]
    if (becomesActive) events.push({ type: 'UserActivated', data: { userId } })
    return accountEvents.record(connection, origin, events)
  })
}
