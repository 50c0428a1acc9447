import { enterPasswordText } from '@strand/contracts/accounts/user'
import { invalidInput } from '@strand/event-sourcing/errors'
import { principalOf } from '@strand/platform/http/guard'
import { logSecurity } from '@strand/platform/http/security-log'
import type { FastifyRequest } from 'fastify'
import { accountById } from '../account/account.ts'
import type { UserDependencies } from '../dependencies.ts'

export const provePassword = async (
  { pool, throttle, hashes }: UserDependencies,
  request: FastifyRequest,
  password: string | undefined,
) => {
  if (!password) throw invalidInput([{ path: 'password', message: enterPasswordText }])
  const { userId, sessionId } = principalOf(request)
  const account = await accountById(pool, userId)
  const proved = await throttle.attempt({ sessionId }, async () =>
    (await hashes.verify(account?.passwordHash ?? null, password, request.claimant))
      ? { ok: true, value: true }
      : { ok: false },
  )
  if (proved) return
  logSecurity(request, 'wrong-password')
  throw invalidInput([{ path: 'password', message: 'The password is wrong' }])
}
