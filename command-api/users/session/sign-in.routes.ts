import { accountEndpoints } from '@strand/contracts/users/endpoints'
import { Rejected } from '@strand/platform/errors'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { networkOf } from '@strand/platform/http/network'
import { noteSubject } from '@strand/platform/http/security-log'
import { withPosition } from '@strand/platform/http/server'
import { transaction } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountByEmail } from '../account/account.ts'
import { selfOrigin } from '../account/origin.ts'
import type { UserDependencies } from '../dependencies.ts'
import { sessionAnswer } from './answer.ts'
import { attemptPassword } from './attempt-password.ts'
import { startSession } from './sessions.ts'

const wrongSignIn = () => new Rejected('unauthenticated', 'Invalid email or password')

/** `POST /api/login`. */
export const signInRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { pool, tokenSecret, hashes, devices, accountEvents, now } = shared

  app.route({
    ...endpointRoute(accountEndpoints.login, {
      limit: { name: 'login', requests: 20, seconds: 60 },
      securityEvents: { 401: 'sign-in-failed' },
    }),
    handler: async (request, reply) => {
      const { email, password } = request.body
      const existing = await accountByEmail(pool, email)
      if (existing) noteSubject(request, existing.userId)
      const device = devices.recognise(request, existing)
      const account = await attemptPassword(shared, request, {
        by: { email, network: networkOf(request.ip), device },
        existing,
        usable: existing,
        password,
        failure: existing ? [{ type: 'UserSignInFailed', data: { userId: existing.userId } }] : [],
      })
      if (!account) throw wrongSignIn()
      if (hashes.isOutdated(account.passwordHash))
        await pool.query(
          'update account set password_hash = $2 where user_id = $1 and password_hash = $3',
          [account.userId, await hashes.make(password), account.passwordHash],
        )

      const started = await transaction(pool, async (connection) => {
        // If the password changed or the account was archived after the check above, all sessions
        // were ended; a session started now would survive that.
        const { rowCount } = await connection.query(
          `select from account
           where user_id = $1 and password_version = $2 and status in ('pending', 'active') for share`,
          [account.userId, account.passwordVersion],
        )
        if (rowCount !== 1) throw wrongSignIn()
        const session = await startSession(connection, tokenSecret, account.userId, now())
        const eventIds = await accountEvents.record(
          connection,
          selfOrigin(request, account.userId, now()),
          [{ type: 'UserSignedIn', data: { userId: account.userId } }],
        )
        return { ...session, eventIds }
      })
      devices.remember(reply, account, device)
      withPosition(reply, await accountEvents.publish(account.userId, started.eventIds))
      return sessionAnswer(shared, account, 'You are signed in', started)
    },
  })
}
