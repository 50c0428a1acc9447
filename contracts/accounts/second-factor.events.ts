import { z } from 'zod'
import { defineEvent } from '../event-codec.ts'
import { FactorMethod } from './second-factor.ts'

const userId = z.uuid()

/** None of these events contains a secret, code or key. */
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
    'Somebody knew the password of the user and failed the second step.',
    z.object({ userId }),
  ),
  defineEvent(
    'UserPasswordKnown',
    'Ten second steps in a row failed: somebody knows the password of the user, who is mailed that.',
    z.object({ userId }),
  ),
  defineEvent(
    'UserPasswordEnded',
    'A hundred second steps in a row failed: the password no longer works, and the user is mailed that.',
    z.object({ userId }),
  ),
  defineEvent(
    'UserRecoveryCodesRenewed',
    'The user replaced the recovery codes.',
    z.object({ userId }),
  ),
  defineEvent(
    'UserRecoveryCodeUsed',
    'The user signed in by a recovery code.',
    z.object({ userId }),
  ),
  defineEvent(
    'UserSessionsEnded',
    'The user ended sessions on other devices.',
    z.object({ userId }),
  ),
] as const
