import { accountEndpoints } from '@strand/contracts/accounts/endpoints'
import { Rejected } from '@strand/event-sourcing/errors'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { networkOf } from '@strand/platform/http/network'
import { noteSubject } from '@strand/platform/http/security-log'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountByEmail } from '../account/account.ts'
import type { UserDependencies } from '../dependencies.ts'
import { afterFirstStep } from './after-first-step.ts'
import { attemptPassword } from './attempt-password.ts'

const wrongSignIn = () => new Rejected('unauthenticated', 'Invalid email or password')

/** `POST /api/login`. */
export const signInRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { pool, hashes, devices } = shared

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
          [account.userId, await hashes.make(password, request.claimant), account.passwordHash],
        )

      const answer = await afterFirstStep(shared, { request, reply }, account, device)
      if (!answer) throw wrongSignIn()
      return answer
    },
  })
}
