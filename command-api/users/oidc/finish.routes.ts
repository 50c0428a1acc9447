import { oidcEndpoints } from '@strand/contracts/users/oidc.endpoints'
import { Rejected } from '@strand/platform/errors'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { noteSubject } from '@strand/platform/http/security-log'
import { transaction } from '@strand/platform/postgres/pool'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountById } from '../account/account.ts'
import { findChallenge, useChallenge } from '../second-factor/challenges.ts'
import { afterFirstStep } from '../session/after-first-step.ts'
import { existingProvider, limit, type OidcDependencies } from './dependencies.ts'

const signInOver = () =>
  new Rejected('unauthenticated', 'This took too long or was already used, please sign in again')

/** What the sign-in page asks: the name of the provider, and who has come back from it. */
export const finishRoutes: FastifyPluginAsyncZod<OidcDependencies> = async (app, shared) => {
  const { pool, tokenSecret, devices, provider, visits, now } = shared

  app.route({
    ...endpointRoute(oidcEndpoints.getSignInProvider),
    handler: async () => ({ result: provider && { name: provider.name } }),
  })

  app.route({
    ...endpointRoute(oidcEndpoints.finishOidc, {
      limit,
      securityEvents: { 401: 'sign-in-failed' },
    }),
    handler: async (request, reply) => {
      existingProvider(shared)
      const token = visits.token(request)
      const challenge = await findChallenge(pool, tokenSecret, token, ['oidc'], now())
      const account = challenge && (await accountById(pool, challenge.userId))
      if (!account) throw signInOver()
      noteSubject(request, account.userId)
      const isUsed = await transaction(pool, (connection) => useChallenge(connection, challenge))
      const isSame = account.passwordVersion === challenge.passwordVersion
      if (!isUsed || !isSame || account.status !== 'active') throw signInOver()
      visits.forget(reply)
      const device = devices.recognise(request, account)
      const answer = await afterFirstStep(shared, { request, reply }, account, device)
      if (!answer) throw signInOver()
      return answer
    },
  })
}
