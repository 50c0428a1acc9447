import { permissionsOf } from '@strand/contracts/permission'
import { Login, Logout, RefreshToken, Session } from '@strand/contracts/session'
import type { UserEvent } from '@strand/contracts/user.events'
import { Rejected } from '@strand/platform/errors'
import { succeed, withPosition } from '@strand/platform/http'
import { transaction } from '@strand/platform/postgres'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  type Account,
  accountByEmail,
  accountById,
  detailsOf,
  isTemporaryPasswordOver,
  normalEmail,
} from './account.ts'
import { ownOrigin, strangerOrigin } from './account-origin.ts'
import { endSession, findSession, refreshSession, startSession } from './account-sessions.ts'
import type { People } from './people.options.ts'

const wrongSignIn = () => new Rejected('unauthenticated', 'Invalid email or password')
const sessionOver = () =>
  new Rejected('unauthenticated', 'Your session has ended, please sign in again')

/** Signing in, staying signed in, signing out. */
export const sessionRoutes: FastifyPluginAsyncZod<People> = async (app, shared) => {
  const { pool, personalData, tokens, tokenSecret, hashes, throttle, accountEvents, log, now } =
    shared

  const sessionOf = async (
    account: Account,
    message: string,
    { sessionId, refreshToken }: { sessionId: string; refreshToken: string },
  ): Promise<Session> => {
    const { userId, email, role, status } = account
    const { firstname, lastname, phone, countryCode } = await detailsOf(personalData, account)
    return succeed(message, {
      userid: userId,
      userName: email,
      firstname,
      lastname,
      email,
      phone,
      countryCode,
      role,
      permissions: permissionsOf[role],
      status: status === 'active' ? ('active' as const) : ('pending' as const),
      accessToken: await tokens.make({ userId, sessionId }),
      refreshToken,
    })
  }

  app.post(
    '/api/login',
    {
      config: { access: 'public', limit: { name: 'login', requests: 20, seconds: 60 } },
      schema: { tags: ['People'], summary: 'Sign in', body: Login, response: { 200: Session } },
    },
    async (request, reply) => {
      const { email, password } = request.body
      let failed: (() => void) | undefined
      const account = await throttle.attempt(email, async () => {
        const known = await accountByEmail(pool, email)
        // The same work for whoever asks about nobody, or about somebody who has left.
        const matches = await hashes.verify(known?.passwordHash ?? null, password)
        const mayEnter =
          known?.status !== 'archived' && !(known && isTemporaryPasswordOver(known, now()))
        if (known && matches && mayEnter) return { ok: true, value: known }
        return {
          ok: false,
          record: async (connection) => {
            // For nobody too, with no event: the statement takes its time.
            const events: UserEvent[] = known
              ? [{ type: 'UserSignInFailed', data: { userId: known.userId } }]
              : []
            const own = await accountEvents.record(
              connection,
              strangerOrigin(request, now()),
              events,
            )
            if (known) failed = () => accountEvents.publishSoon(known.userId, own)
          },
        }
      })
      failed?.()
      if (!account) throw wrongSignIn()
      if (hashes.isOutdated(account.passwordHash))
        await pool.query(
          'update account set password_hash = $2 where user_id = $1 and password_hash = $3',
          [account.userId, await hashes.make(password), account.passwordHash],
        )

      const started = await transaction(pool, async (connection) => {
        // A password changed, or an account archived, since the check above ended all sessions: one
        // that begins now would outlive it.
        const { rowCount } = await connection.query(
          `select from account
           where user_id = $1 and password_version = $2 and status in ('pending', 'active') for share`,
          [account.userId, account.passwordVersion],
        )
        if (rowCount !== 1) throw wrongSignIn()
        const session = await startSession(connection, tokenSecret, account.userId, now())
        const own = await accountEvents.record(
          connection,
          ownOrigin(request, account.userId, now()),
          [{ type: 'UserSignedIn', data: { userId: account.userId } }],
        )
        return { ...session, own }
      })
      withPosition(reply, await accountEvents.publish(account.userId, started.own))
      return sessionOf(account, 'You are signed in', started)
    },
  )

  app.post(
    '/api/refresh-token',
    {
      config: { access: 'session', limit: { name: 'refresh', requests: 120, seconds: 60 } },
      schema: {
        tags: ['People'],
        summary: 'A new pair of tokens for a refresh token, which works once',
        body: RefreshToken,
        response: { 200: Session },
      },
    },
    async (request) => {
      const { email, refreshToken } = request.body
      const owner = await findSession(pool, tokenSecret, refreshToken, now())
      const account = owner ? await accountById(pool, owner.userId) : null
      if (!account || account.email !== normalEmail(email)) throw sessionOver()
      const refreshed = await refreshSession(pool, tokenSecret, refreshToken, now())
      if (!refreshed.ok) {
        if (refreshed.reused)
          log.warn({ sessionId: refreshed.sessionId }, 'a refresh token was used twice')
        throw sessionOver()
      }
      return sessionOf(account, 'Your session goes on', refreshed)
    },
  )

  app.post(
    '/api/logout',
    {
      config: { access: 'session', limit: { name: 'refresh', requests: 120, seconds: 60 } },
      schema: {
        tags: ['People'],
        summary: 'Sign out: the session ends at once',
        body: Logout,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      const { refreshToken } = request.body
      const found = await findSession(pool, tokenSecret, refreshToken, now())
      if (!found) throw sessionOver()
      const { userId, sessionId } = found
      const own = await transaction(pool, async (connection) =>
        (await endSession(connection, sessionId, now())) && found.alive
          ? accountEvents.record(connection, ownOrigin(request, userId, now()), [
              { type: 'UserSignedOut', data: { userId } },
            ])
          : [],
      )
      if (own.length > 0)
        try {
          withPosition(reply, await accountEvents.publish(userId, own))
        } catch (error) {
          // The session has ended, and its event is kept for the log: nobody need try again.
          log.warn({ err: error }, 'a sign-out waits for the log')
        }
      return reply.code(204).send()
    },
  )
}
