import type { UserEvent } from '@strand/contracts/users/events'
import { logSecurity } from '@strand/platform/http/security-log'
import type { FastifyRequest } from 'fastify'
import { type Account, isTemporaryPasswordExpired } from '../account/account.ts'
import { anonymousOrigin } from '../account/origin.ts'
import type { UserDependencies } from '../dependencies.ts'
import { warnOwner } from './known-device.routes.ts'
import type { Attempt } from './throttle.ts'

/**
 * Checks a password within the throttle's limits. Returns the account if the password was right,
 * otherwise null, after recording the failure and warning the owner if strangers are slowed now.
 * Unknown and archived accounts cost the same work and the same statements as any other.
 */
export const attemptPassword = async (
  { hashes, throttle, accountEvents, now }: UserDependencies,
  request: FastifyRequest,
  attempt: {
    by: Attempt
    /** The account that somebody tries to enter, and the same account if it may be entered here. */
    existing: Account | null
    usable: Account | null
    password: string
    /** What to record when the password was wrong. */
    failure?: UserEvent[]
  },
): Promise<Account | null> => {
  const { existing, usable, failure = [] } = attempt
  let publishFailure: (() => void) | undefined
  const account = await throttle.attempt(attempt.by, async () => {
    const matches = await hashes.verify(usable?.passwordHash ?? null, attempt.password)
    const mayEnter =
      usable?.status !== 'archived' && !(usable && isTemporaryPasswordExpired(usable, now()))
    if (usable && matches && mayEnter) return { ok: true, value: usable }
    return {
      ok: false,
      record: async (connection, { slowed }) => {
        if (slowed) logSecurity(request, 'sign-in-slowed')
        const warnings = slowed ? await warnOwner(connection, existing?.userId ?? null, now()) : []
        const eventIds = await accountEvents.record(connection, anonymousOrigin(request, now()), [
          ...failure,
          ...warnings,
        ])
        if (existing && eventIds.length > 0)
          publishFailure = () => accountEvents.publishSoon(existing.userId, eventIds)
      },
    }
  })
  publishFailure?.()
  return account
}
