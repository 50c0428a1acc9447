import type { UserEvent } from '@strand/contracts/accounts/events'
import { temporaryPasswords } from '@strand/platform/crypto/mailed-token'
import type { Claimant } from '@strand/platform/fairness/places'
import { logSecurity } from '@strand/platform/http/security-log'
import type { FastifyRequest } from 'fastify'
import { type Account, isTemporaryPasswordExpired } from '../account/account.ts'
import { anonymousOrigin } from '../account/origin.ts'
import type { UserDependencies } from '../dependencies.ts'
import { warnOwner } from './known-device.routes.ts'
import type { Attempt } from './throttle.ts'

/**
 * Checks a password within the throttle's limits. Returns the account, or null for a wrong
 * password. Records a failure, and emails the owner if strangers' attempts are slowed down from now
 * on. Unknown and archived accounts cost the same work and the same statements as others.
 */
export const attemptPassword = async (
  { hashes, throttle, accountEvents, tokenSecret, now }: UserDependencies,
  request: FastifyRequest,
  attempt: {
    by: Attempt
    /**
     * The account whose password the caller gives. `usable` is the same account if that password
     * may be used here; otherwise null.
     */
    existing: Account | null
    usable: Account | null
    password: string
    failure?: UserEvent[]
  },
): Promise<Account | null> => {
  const { existing, usable, failure = [] } = attempt
  let publishFailure: (() => void) | undefined
  const account = await throttle.attempt(attempt.by, async () => {
    const { claimant } = request
    const matches = await matchesPassword(
      { hashes, tokenSecret },
      claimant,
      usable,
      attempt.password,
    )
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

/**
 * Whether this is the account's password. Temporary passwords derive from a key that may have
 * changed since the email, so the temporary passwords of all current keys are valid.
 */
const matchesPassword = async (
  { hashes, tokenSecret }: Pick<UserDependencies, 'hashes' | 'tokenSecret'>,
  by: Claimant,
  account: Account | null,
  password: string,
): Promise<boolean> => {
  if (await hashes.verify(account?.passwordHash ?? null, password, by)) return true
  if (!account || account.passwordChosen) return false
  const temporary = temporaryPasswords(tokenSecret, account.userId)
  // Nobody can guess a temporary password, so the timing below reveals nothing.
  if (!temporary.includes(password)) return false
  for (const other of temporary)
    if (other !== password && (await hashes.verify(account.passwordHash, other, by))) return true
  return false
}
