import { z } from 'zod'
import { defineEvent } from '../event-codec.ts'
import { FactorMethod } from './second-factor.ts'

const userId = z.uuid()

/** These events never contain a secret, a code or a key. */
export const secondFactorEvents = [
  defineEvent(
    'UserSecondFactorEnrolled',
    'The user added a second factor: an authenticator app or a passkey.',
    z.object({ userId, method: FactorMethod }),
  ),
  defineEvent(
    'UserSecondFactorRemoved',
    'The user removed a second factor.',
    z.object({ userId, method: FactorMethod }),
  ),
  defineEvent(
    'UserSecondFactorReset',
    'The shop’s operator removed all second factors of the user.',
    z.object({ userId }),
  ),
  defineEvent(
    'UserSecondFactorFailed',
    'Someone entered the user’s password correctly but failed the second step.',
    z.object({ userId }),
  ),
  defineEvent(
    'UserPasswordKnown',
    'The second step failed ten times in a row, so the user gets an email saying that someone knows the password.',
    z.object({ userId }),
  ),
  defineEvent(
    'UserPasswordEnded',
    'The second step failed a hundred times in a row, so the password no longer works, and the user gets an email about this.',
    z.object({ userId }),
  ),
  defineEvent(
    'UserRecoveryCodesRenewed',
    'The user replaced the recovery codes.',
    z.object({ userId }),
  ),
  defineEvent(
    'UserRecoveryCodeUsed',
    'The user signed in with a recovery code.',
    z.object({ userId }),
  ),
  defineEvent(
    'UserSessionsEnded',
    'The user ended sessions on other devices.',
    z.object({ userId }),
  ),
] as const
