import { secondFactorEndpoints } from '@strand/contracts/accounts/second-factor.endpoints'
import { conflict, invalidInput } from '@strand/event-sourcing/errors'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { existingAccount } from '../account/account.ts'
import { changeAccount, positionOfChange } from '../account/change-account.ts'
import type { UserDependencies } from '../dependencies.ts'
import { provePassword } from '../session/prove-password.ts'
import { challengeThing, findChallenge, makeChallenge, useChallenge } from './challenges.ts'
import { addFactor, beginEnrolment, checkEnrolment } from './enrolment.ts'
import type { NewCodes } from './recovery-codes.ts'

const beginAgain = () => conflict('This took too long or was already used, please start again')

export const enrolmentRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { pool, tokenSecret, usedOnce, eventStore, now } = shared

  app.route({
    ...endpointRoute(secondFactorEndpoints.beginEnrolment),
    handler: async (request) => {
      const { method, password } = request.body
      await provePassword(shared, request, password)
      const account = await existingAccount(pool, principalOf(request).userId)
      const { offer, kept } = await beginEnrolment(shared, account, method)
      const challenge = await makeChallenge(pool, tokenSecret, account, 'add', now(), kept)
      return successBody('Please confirm the new factor', { challenge, ...offer })
    },
  })

  app.route({
    ...endpointRoute(secondFactorEndpoints.finishEnrolment),
    handler: async (request, reply) => {
      const { userId } = principalOf(request)
      const token = request.body.challenge
      const thing = `${challengeThing(tokenSecret, token)}:${userId}`
      const origin = staffOrigin(request, now())
      const { recoveryCodes } = await usedOnce.use<NewCodes>(request, thing, async (keep) => {
        const challenge = await findChallenge(pool, tokenSecret, token, ['add'], now())
        if (challenge?.userId !== userId) throw beginAgain()
        await eventStore.health()
        const account = await existingAccount(pool, userId)
        const add = await checkEnrolment(shared, account, challenge, request.body)
        if (!add)
          throw invalidInput([{ path: 'code', message: 'This did not work, please try again' }])
        let codes: NewCodes | null = null
        await changeAccount(shared, origin, userId, async (connection) => {
          const locked = await existingAccount(connection, userId, 'lock')
          if (locked.passwordVersion !== challenge.passwordVersion) throw beginAgain()
          const { event, recoveryCodes } = await addFactor(connection, userId, add)
          if (!(await useChallenge(connection, challenge))) throw beginAgain()
          codes = { recoveryCodes }
          await keep(connection, codes)
          return [event]
        })
        // `codes` is null if another call with this idempotency key was first.
        return codes ?? (await usedOnce.outcome<NewCodes>(request, thing)) ?? {}
      })
      withPosition(reply, await positionOfChange(shared, origin, userId))
      return successBody('The second factor was added', { ...(recoveryCodes && { recoveryCodes }) })
    },
  })
}
