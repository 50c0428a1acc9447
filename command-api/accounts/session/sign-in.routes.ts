import { accountEndpoints } from '@strand/contracts/accounts/endpoints'
import type { SecondFactorNeeded } from '@strand/contracts/accounts/second-factor'
import type { Session } from '@strand/contracts/accounts/session'
import { Rejected } from '@strand/event-sourcing/errors'
import { transaction } from '@strand/event-sourcing/postgres/pool'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { networkOf } from '@strand/platform/http/network'
import { noteSubject } from '@strand/platform/http/security-log'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type Account, accountByEmail } from '../account/account.ts'
import type { UserDependencies } from '../dependencies.ts'
import { secondStep } from '../second-factor/second-step.ts'
import { attemptPassword } from './attempt-password.ts'
import { answerEntered, enter } from './enter.ts'

const wrongSignIn = () => new Rejected('unauthenticated', 'Invalid email or password')

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
      const device = devices.recognize(request, existing)
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

/**
 * The answer once the password is right or the provider has identified the person: a session, or
 * what the second step needs. Null if the account has changed since.
 *
 * @param device the browser, if it is known for this account
 */
const afterFirstStep = async (
  shared: UserDependencies,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  account: Account,
  device: string | null,
): Promise<Session | SecondFactorNeeded | null> => {
  const step = await secondStep(shared, account)
  if (step) return step
  const entered = await transaction(shared.pool, (connection) =>
    enter(shared, connection, request, account),
  )
  return entered && answerEntered(shared, reply, account, { device, entered })
}
