import type { SecondFactorNeeded } from '@strand/contracts/accounts/second-factor'
import { successBody } from '@strand/platform/http/server'
import type { Account } from '../account/account.ts'
import type { UserDependencies } from '../dependencies.ts'
import { makeChallenge } from './challenges.ts'
import { factorsOf, hasFactor, isRequired, offeredMethods, usableMethods } from './factors.ts'
import { passkeyRequest } from './passkeys.ts'

export const mustEnrol = async ({ pool, signIn }: UserDependencies, { userId, role }: Account) =>
  isRequired(signIn.secondFactor, role) && !hasFactor(await factorsOf(pool, userId))

export const needsSecondStep = async (shared: UserDependencies, account: Account) =>
  hasFactor(await factorsOf(shared.pool, account.userId)) || mustEnrol(shared, account)

/** The answer if a second step must follow the correct password; null otherwise. */
export const secondStep = async (
  shared: UserDependencies,
  account: Account,
): Promise<SecondFactorNeeded | null> => {
  const { pool, tokenSecret, relyingParty, signIn, now } = shared
  const factors = await factorsOf(pool, account.userId)
  if (!hasFactor(factors)) {
    if (!isRequired(signIn.secondFactor, account.role)) return null
    const challenge = await makeChallenge(pool, tokenSecret, account, 'enrol', now())
    const methods = offeredMethods(relyingParty)
    return successBody('Please add a second factor to sign in', {
      secondFactor: { enrol: true as const, methods, challenge },
    })
  }
  const methods = usableMethods(factors, relyingParty)
  const passkey =
    relyingParty && methods.includes('passkey')
      ? await passkeyRequest(relyingParty, factors.passkeys)
      : undefined
  const challenge = await makeChallenge(pool, tokenSecret, account, 'sign-in', now(), {
    webauthn: passkey?.challenge ?? null,
  })
  return successBody('Please confirm it’s you', {
    secondFactor: { methods, challenge, ...(passkey && { passkey }) },
  })
}
