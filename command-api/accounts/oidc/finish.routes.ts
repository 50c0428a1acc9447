import { oidcEndpoints } from '@strand/contracts/accounts/oidc.endpoints'
import { Rejected } from '@strand/event-sourcing/errors'
import { transaction } from '@strand/event-sourcing/postgres/pool'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { noteSubject } from '@strand/platform/http/security-log'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountById } from '../account/account.ts'
import { challengeThing, findChallenge, useChallenge } from '../second-factor/challenges.ts'
import { needsSecondStep, secondStep } from '../second-factor/second-step.ts'
import { answerEntered, type Entered, enter } from '../session/enter.ts'
import { existingProvider, limit, type OidcDependencies } from './dependencies.ts'

const signInOver = () =>
  new Rejected(
    'unauthenticated',
    'This sign-in took too long or was already used, please sign in again',
  )

/** `entered` is null if a second step follows. */
type Finished = { userId: string; entered: Entered | null }

/**
 * Routes for the sign-in page: one names the provider, the other signs in a person who has returned
 * from it.
 */
export const finishRoutes: FastifyPluginAsyncZod<OidcDependencies> = async (app, shared) => {
  const { pool, tokenSecret, devices, provider, visits, usedOnce, now } = shared

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
      const thing = challengeThing(tokenSecret, token)
      const { userId, entered } = await usedOnce.use<Finished>(request, thing, async (keep) => {
        const challenge = await findChallenge(pool, tokenSecret, token, ['oidc'], now())
        const account = challenge && (await accountById(pool, challenge.userId))
        if (!account) throw signInOver()
        const { userId } = account
        noteSubject(request, userId)
        const isSame = account.passwordVersion === challenge.passwordVersion
        if (!isSame || account.status !== 'active') throw signInOver()
        const needsStep = await needsSecondStep(shared, account)
        return transaction(pool, async (connection) => {
          if (!(await useChallenge(connection, challenge))) throw signInOver()
          const entered = needsStep ? null : await enter(shared, connection, request, account)
          if (!needsStep && !entered) throw signInOver()
          const finished = { userId, entered }
          await keep(connection, finished)
          return finished
        })
      })
      const account = await accountById(pool, userId)
      if (account?.status !== 'active') throw signInOver()
      const device = devices.recognize(request, account)
      const answer = entered
        ? await answerEntered(shared, reply, account, { device, entered })
        : await secondStep(shared, account)
      if (!answer) throw signInOver()
      visits.forget(reply)
      return answer
    },
  })
}
