import { accountEndpoints } from '@strand/contracts/accounts/endpoints'
import type { UserEvent } from '@strand/contracts/accounts/events'
import { invalidInput, Rejected } from '@strand/event-sourcing/errors'
import { type Connection, transaction } from '@strand/event-sourcing/postgres/pool'
import type { Claimant } from '@strand/platform/fairness/places'
import { type Origin, staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import { networkOf } from '@strand/platform/http/network'
import { logSecurity, noteSubject } from '@strand/platform/http/security-log'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type Account, accountByEmail, accountById, normalizeEmail } from '../account/account.ts'
import { recordedBefore } from '../account/change-account.ts'
import { selfOrigin } from '../account/origin.ts'
import type { UserDependencies } from '../dependencies.ts'
import { attemptPassword } from '../session/attempt-password.ts'
import { endSessions, voidPasswordResets } from '../session/sessions.ts'
import type { Attempt } from '../session/throttle.ts'
import { assertNoNameInPassword, assertStrongPassword } from './strength.ts'

const wrongPassword = () =>
  invalidInput([{ path: 'oldPassword', message: 'The email or the old password is wrong' }])

type PasswordChange = {
  oldPassword: string
  password: string
  /**
   * The account with this address. `usable` is the same account if its password may be changed
   * here; otherwise null.
   */
  existing: Account | null
  usable: Account | null
  by: (device: string | null) => Attempt
  keepSession: string | null
  origin: (userId: string) => Origin
  keep: (connection: Connection, changed: Changed) => Promise<void>
}

type Changed = { userId: string; eventIds: string[]; remembered?: Remembered }
/** What is needed to mark the browser as known again: a new password makes all browsers unknown. */
type Remembered = { passwordVersion: number; device: string | null }

/**
 * Changes the password of someone who knows the old one: the temporary password of a pending
 * account, or the password of a signed-in person.
 */
export const passwordRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { pool, devices, usedOnce, accountEvents, now } = shared
  const answer = async (reply: FastifyReply, { userId, eventIds, remembered }: Changed) => {
    if (remembered) devices.remember(reply, { userId, ...remembered }, remembered.device)
    withPosition(reply, await accountEvents.publish(userId, eventIds))
    return successBody('Your password was changed')
  }

  app.route({
    ...endpointRoute(accountEndpoints.changeTemporaryPassword, {
      limit: { name: 'change-password', requests: 20, seconds: 60 },
    }),
    handler: async (request, reply) => {
      const { email } = request.body
      const existing = await accountByEmail(pool, email)
      const thing = `temporary-password:${existing?.userId ?? ''}`
      const changed = await usedOnce.use<Changed>(request, thing, (keep) =>
        change(shared, request, {
          ...request.body,
          existing,
          usable: existing?.status === 'pending' ? existing : null,
          by: (device) => ({ email, network: networkOf(request.ip), device }),
          keepSession: null,
          origin: (userId) => selfOrigin(request, userId, now()),
          keep,
        }),
      )
      return answer(reply, changed)
    },
  })

  app.route({
    ...endpointRoute(accountEndpoints.updatePassword),
    handler: async (request, reply) => {
      const { userId, sessionId, email: ownEmail } = principalOf(request)
      const { email } = request.body
      if (email && normalizeEmail(email) !== ownEmail)
        throw invalidInput([
          { path: 'email', message: 'This is not the address you signed in with' },
        ])
      const origin = staffOrigin(request, now())
      // Looks first for an earlier run of this command: after it, the command's old password is no
      // longer the current one.
      const thing = `password:${origin.commandId}`
      const changedBefore = async () => {
        const changed = await usedOnce.outcome<Changed>(request, thing)
        if (changed) return changed
        const eventIds = await recordedBefore(shared, pool, origin, userId)
        return eventIds.length > 0 ? { userId, eventIds } : null
      }
      const changeNow = async (keep: PasswordChange['keep']) => {
        const existing = await accountById(pool, userId)
        return change(shared, request, {
          ...request.body,
          existing,
          usable: existing,
          keepSession: sessionId,
          by: () => ({ sessionId }),
          origin: () => origin,
          keep,
        })
      }
      const changed = await usedOnce.use<Changed>(
        request,
        thing,
        async (keep) =>
          (await changedBefore()) ??
          changeNow(keep).catch(async (error: unknown) => {
            const before = await changedBefore()
            if (before) return before
            throw error
          }),
      )
      return answer(reply, changed)
    },
  })
}

const change = async (
  shared: UserDependencies,
  request: FastifyRequest,
  { oldPassword, password, existing, usable, by, keepSession, origin, keep }: PasswordChange,
): Promise<Changed> => {
  const { devices } = shared
  assertNewPassword(oldPassword, password)
  const device = devices.recognize(request, existing)
  const attempt = { by: by(device), existing, usable, password: oldPassword }
  const account = await attemptPassword(shared, request, attempt)
  if (!account) {
    if (existing) noteSubject(request, existing.userId)
    logSecurity(request, 'wrong-password')
    throw wrongPassword()
  }
  await assertNoNameInPassword(shared, account, password)
  const { userId, passwordVersion } = account
  const remembered = { passwordVersion: passwordVersion + 1, device }
  const changes = { password, keepSession, by: request.claimant }
  return changePassword(shared, origin(userId), account, changes, async (connection, eventIds) => {
    const changed = { userId, eventIds, remembered }
    await keep(connection, changed)
    return changed
  })
}

const assertNewPassword = (oldPassword: string, password: string) => {
  assertStrongPassword(password)
  if (password === oldPassword)
    throw invalidInput([
      { path: 'password', message: 'Please choose a password that differs from the old one!' },
    ])
}

/**
 * Sets a new password for a person whose old password was right. `then` receives the ids of the
 * resulting events, in the same transaction, and makes the result.
 */
const changePassword = async (
  { pool, hashes, accountEvents }: UserDependencies,
  origin: Origin,
  proved: Account,
  { password, keepSession, by }: { password: string; keepSession: string | null; by: Claimant },
  then: (connection: Connection, eventIds: string[]) => Promise<Changed>,
): Promise<Changed> => {
  const { userId } = proved
  const passwordHash = await hashes.make(password, by)
  return transaction(pool, async (connection) => {
    const account = await accountById(connection, userId, 'lock')
    // Another request set a password while this request's password was being hashed.
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
    return then(connection, await accountEvents.record(connection, origin, events))
  })
}
