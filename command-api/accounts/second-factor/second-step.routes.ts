import type { UserEvent } from '@strand/contracts/accounts/events'
import type { SecondFactorProof } from '@strand/contracts/accounts/second-factor'
import { secondFactorEndpoints } from '@strand/contracts/accounts/second-factor.endpoints'
import { Rejected } from '@strand/event-sourcing/errors'
import { type Connection, transaction } from '@strand/event-sourcing/postgres/pool'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { networkOf } from '@strand/platform/http/network'
import { noteSubject } from '@strand/platform/http/security-log'
import { successBody } from '@strand/platform/http/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type Account, accountById } from '../account/account.ts'
import { anonymousOrigin } from '../account/origin.ts'
import type { UserDependencies } from '../dependencies.ts'
import { answerEntered, type Entered, enter } from '../session/enter.ts'
import {
  type Challenge,
  challengeThing,
  findChallenge,
  keepForEnrolment,
  type Purpose,
  useChallenge,
} from './challenges.ts'
import { addFactor, beginEnrolment, checkEnrolment } from './enrolment.ts'
import { countFailedStep, forgetFailedSteps } from './failed-steps.ts'
import { checkProof, wrongProof } from './proof.ts'

const challengeOver = () =>
  new Rejected(
    'unauthenticated',
    'This sign-in took too long or was already used, please sign in again',
  )

const limit = { name: 'login', requests: 20, seconds: 60 }

const challengedAccount = async (
  { pool, tokenSecret, now }: UserDependencies,
  token: string,
  purposes: Purpose[],
): Promise<{ challenge: Challenge; account: Account }> => {
  const challenge = await findChallenge(pool, tokenSecret, token, purposes, now())
  const account = challenge && (await accountById(pool, challenge.userId))
  const isSame = account?.passwordVersion === challenge?.passwordVersion
  if (!account || !isSame || account.status === 'archived') throw challengeOver()
  return { challenge, account }
}

/** The second step of a sign-in: `POST /api/login/second-factor`, and enrolment during sign-in. */
export const secondStepRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { pool, tokenSecret, throttle, devices, usedOnce, accountEvents, now } = shared

  app.route({
    ...endpointRoute(secondFactorEndpoints.enrolAtSignIn, { limit }),
    handler: async (request) => {
      const { challenge: token, method } = request.body
      const { challenge, account } = await challengedAccount(shared, token, ['enrol'])
      const { offer, kept } = await beginEnrolment(shared, account, method)
      await keepForEnrolment(pool, challenge, kept)
      return successBody('Please confirm the new factor', { challenge: token, ...offer })
    },
  })

  app.route({
    ...endpointRoute(secondFactorEndpoints.proveSecondFactor, {
      limit,
      securityEvents: { 401: 'second-factor-failed' },
    }),
    handler: async (request, reply) => {
      const { challenge: token } = request.body
      const thing = challengeThing(tokenSecret, token)
      const proved = await usedOnce.use<Proved>(request, thing, async (keep) => {
        const found = await challengedAccount(shared, token, ['sign-in', 'enrol'])
        const { account } = found
        const { userId } = account
        noteSubject(request, userId)
        const device = devices.recognize(request, account)
        const by = { secondFactorOf: userId, network: networkOf(request.ip), device }
        let failed: string[] = []
        const proved = await throttle.attempt(by, async () => {
          const value =
            (await proveAndEnter(shared, request, found, keep)) ??
            // The proof was right, but another call with this idempotency key has just used it.
            (await usedOnce.outcome<Proved>(request, thing))
          if (value) return { ok: true, value }
          const record = async (connection: Connection) => {
            const events = await failureOf(shared, connection, found)
            const origin = anonymousOrigin(request, now())
            failed = await accountEvents.record(connection, origin, events)
          }
          return { ok: false, record }
        })
        if (proved) return proved
        accountEvents.publishSoon(userId, failed)
        throw wrongProof(request.body)
      })
      const { userId, recoveryCodes, ...entered } = proved
      const account = await accountById(pool, userId)
      if (!account) throw challengeOver()
      noteSubject(request, userId)
      const device = devices.recognize(request, account)
      const answer = await answerEntered(shared, reply, account, { device, entered })
      return { ...answer, ...(recoveryCodes && { recoveryCodes }) }
    },
  })
}

/**
 * The events for a wrong proof. A wrong first code for a new factor is recorded, but not counted,
 * because it is no guess.
 */
const failureOf = async (
  { hashes }: UserDependencies,
  connection: Connection,
  { challenge, account }: { challenge: Challenge; account: Account },
): Promise<UserEvent[]> => {
  if (challenge.purpose !== 'enrol') return countFailedStep(connection, hashes, account)
  return [{ type: 'UserSecondFactorFailed', data: { userId: account.userId } }]
}

type Proved = Entered & { userId: string; recoveryCodes?: string[] | undefined }

/** Null if the proof was wrong. */
const proveAndEnter = async (
  shared: UserDependencies,
  request: FastifyRequest<{ Body: SecondFactorProof }>,
  { challenge, account }: { challenge: Challenge; account: Account },
  keep: (connection: Connection, proved: Proved) => Promise<void>,
): Promise<Proved | null> => {
  const check = challenge.purpose === 'enrol' ? checkFirstFactor : checkProof
  const apply = await check(shared, account, challenge, request.body)
  if (!apply) return null
  return transaction(shared.pool, async (connection) => {
    const applied = await apply(connection)
    if (!applied) return null
    if (!(await useChallenge(connection, challenge))) throw challengeOver()
    // The failures are forgotten before `enter` takes a shared lock on the account's row; otherwise
    // two requests could deadlock.
    await forgetFailedSteps(connection, account.userId)
    const entered = await enter(shared, connection, request, account, applied.events)
    if (!entered) throw challengeOver()
    const { recoveryCodes } = applied
    const proved = { ...entered, userId: account.userId, recoveryCodes }
    await keep(connection, proved)
    return proved
  })
}

const checkFirstFactor: typeof checkProof = async (shared, account, challenge, proof) => {
  const add = await checkEnrolment(shared, account, challenge, proof)
  if (!add) return null
  return async (connection) => {
    await accountById(connection, account.userId, 'lock')
    const { event, isFirst, recoveryCodes } = await addFactor(connection, account.userId, add)
    // A factor was enrolled elsewhere after the password check, so the person must use that factor
    // now.
    if (!isFirst) throw challengeOver()
    return { events: [event], recoveryCodes }
  }
}
