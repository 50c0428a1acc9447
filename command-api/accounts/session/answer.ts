import { permissionsOf } from '@strand/contracts/accounts/permission'
import type { Session } from '@strand/contracts/accounts/session'
import { successBody } from '@strand/platform/http/server'
import { type Account, detailsOf } from '../account/account.ts'
import type { UserDependencies } from '../dependencies.ts'

/** The answer to sign-in and refresh: the person, their permissions, and a new pair of tokens. */
export const sessionAnswer = async (
  { personalData, tokens }: UserDependencies,
  account: Account,
  message: string,
  { sessionId, refreshToken }: { sessionId: string; refreshToken: string },
): Promise<Session> => {
  const { userId, email, role, status } = account
  const { firstname, lastname, phone, countryCode } = await detailsOf(personalData, account)
  return successBody(message, {
    userid: userId,
    userName: email,
    firstname,
    lastname,
    email,
    phone,
    countryCode,
    role,
    permissions: permissionsOf[role],
    status: status === 'active' ? ('active' as const) : ('pending' as const),
    accessToken: await tokens.make({ userId, sessionId }),
    refreshToken,
  })
}
