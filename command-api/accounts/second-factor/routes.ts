import type { Role } from '@strand/contracts/accounts/permission'
import type { OwnFactors } from '@strand/contracts/accounts/second-factor'
import { secondFactorEndpoints } from '@strand/contracts/accounts/second-factor.endpoints'
import { conflict, Rejected } from '@strand/event-sourcing/errors'
import type { Connection } from '@strand/event-sourcing/postgres/pool'
import { staffOrigin } from '@strand/platform/http/command-origin'
import { endpointRoute } from '@strand/platform/http/endpoint-route'
import { principalOf } from '@strand/platform/http/guard'
import { successBody, withPosition } from '@strand/platform/http/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { existingAccount } from '../account/account.ts'
import { changeAccount, positionOfChange } from '../account/change-account.ts'
import type { UserDependencies } from '../dependencies.ts'
import { provePassword } from '../session/prove-password.ts'
import { type Factors, factorsOf, hasFactor, isRequired, offeredMethods } from './factors.ts'
import { type NewCodes, renewRecoveryCodes } from './recovery-codes.ts'

export const ownFactorRoutes: FastifyPluginAsyncZod<UserDependencies> = async (app, shared) => {
  const { pool, signIn, usedOnce, now } = shared

  app.route({
    ...endpointRoute(secondFactorEndpoints.listOwnFactors),
    handler: async (request) => {
      const { userId, role } = await existingAccount(pool, principalOf(request).userId)
      return { result: shown(shared, await factorsOf(pool, userId), role) }
    },
  })

  app.route({
    ...endpointRoute(secondFactorEndpoints.renewRecoveryCodes),
    handler: async (request, reply) => {
      const { userId } = principalOf(request)
      await provePassword(shared, request, request.body.password)
      const origin = staffOrigin(request, now())
      const thing = `recovery-codes:${origin.commandId}`
      const { recoveryCodes } = await usedOnce.use<NewCodes>(request, thing, async (keep) => {
        let codes: NewCodes | null = null
        await changeAccount(shared, origin, userId, async (connection) => {
          await existingAccount(connection, userId, 'lock')
          if (!hasFactor(await factorsOf(connection, userId)))
            throw conflict('Please add a second factor first: recovery codes come with it')
          codes = { recoveryCodes: await renewRecoveryCodes(connection, userId) }
          await keep(connection, codes)
          return [{ type: 'UserRecoveryCodesRenewed', data: { userId } }]
        })
        // `codes` is null if another call with this idempotency key was first.
        return codes ?? (await usedOnce.outcome<NewCodes>(request, thing)) ?? {}
      })
      withPosition(reply, await positionOfChange(shared, origin, userId))
      return successBody('You have new recovery codes', { ...(recoveryCodes && { recoveryCodes }) })
    },
  })

  app.route({
    ...endpointRoute(secondFactorEndpoints.removeFactor),
    handler: async (request, reply) => {
      const { userId } = principalOf(request)
      await provePassword(shared, request, request.body.password)
      const origin = staffOrigin(request, now())
      const position = await changeAccount(shared, origin, userId, async (connection) => {
        const { role } = await existingAccount(connection, userId, 'lock')
        const method = await removeFactor(connection, userId, request.params.factorid)
        const isLast = !hasFactor(await factorsOf(connection, userId))
        if (isLast && isRequired(signIn.secondFactor, role))
          throw conflict('This shop requires a second factor: add another one first')
        if (isLast) await connection.query('delete from recovery_code where user_id = $1', [userId])
        return [{ type: 'UserSecondFactorRemoved', data: { userId, method } }]
      })
      withPosition(reply, position)
      return successBody('The second factor was removed')
    },
  })
}

const shown = (
  { signIn, relyingParty }: UserDependencies,
  { totp, passkeys, recoveryCodes }: Factors,
  role: Role,
): OwnFactors => ({
  totp: totp && { createdat: totp.createdAt.toISOString() },
  passkeys: passkeys.map(({ credentialId, name, createdAt, usedAt }) => ({
    passkeyid: credentialId,
    name,
    createdat: createdAt.toISOString(),
    usedat: usedAt?.toISOString() ?? null,
  })),
  recoveryCodes,
  methods: offeredMethods(relyingParty),
  required: isRequired(signIn.secondFactor, role),
})

const removeFactor = async (connection: Connection, userId: string, factorId: string) => {
  const isTotp = factorId === 'totp'
  const { rowCount } = isTotp
    ? await connection.query('delete from totp where user_id = $1', [userId])
    : await connection.query('delete from passkey where user_id = $1 and credential_id = $2', [
        userId,
        factorId,
      ])
  if (rowCount !== 1) throw new Rejected('not-found', 'You don’t have this second factor')
  return isTotp ? ('totp' as const) : ('passkey' as const)
}
