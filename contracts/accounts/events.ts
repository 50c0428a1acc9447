import { z } from 'zod'
import { Sealed } from '../envelope.ts'
import { defineEvent, type EventsOf, eventCodec } from '../event-codec.ts'
import { defaultCountryCode } from '../order/contact.ts'
import { givenText } from '../text.ts'
import { Role } from './permission.ts'
import { secondFactorEvents } from './second-factor.events.ts'

const userId = z.uuid()

/** The JSON that `personal` seals. */
export const UserPersonal = z.object({
  firstname: givenText,
  lastname: givenText,
  email: givenText,
  phone: givenText,
  countryCode: givenText
    .default(defaultCountryCode)
    .describe(
      'The phone number’s country as a two-letter ISO 3166-1 code; absent in the oldest events.',
    ),
})
export type UserPersonal = z.infer<typeof UserPersonal>

const personal = Sealed.describe('`UserPersonal`, sealed.')

/** These events never contain a password, a token, or a hash of either. */
export const userEvents = eventCodec('user-{userId}', [
  defineEvent(
    'UserCreated',
    'Staff invited a user, or the shop created its first superadministrator.',
    z.object({ userId, role: Role, personal }),
  ),
  defineEvent('UserInvited', 'Staff sent the invitation again.', z.object({ userId })),
  defineEvent(
    'UserEmailConfirmed',
    'The user opened the link in the invitation.',
    z.object({ userId }),
  ),
  defineEvent(
    'UserActivated',
    'The user chose a password, and can now sign in.',
    z.object({ userId }),
  ),
  defineEvent(
    'UserUpdated',
    'Staff or the user changed the name, the email address or the phone number.',
    z.object({ userId, personal }),
  ),
  defineEvent(
    'UserRoleChanged',
    'Staff changed the user’s role.',
    z.object({ userId, from: Role, to: Role }),
  ),
  defineEvent(
    'UserArchived',
    'Staff archived the user, who can no longer sign in.',
    z.object({ userId }),
  ),
  defineEvent('UserRestored', 'Staff restored an archived user.', z.object({ userId })),
  defineEvent('UserSignedIn', 'The user signed in.', z.object({ userId })),
  defineEvent(
    'UserSignInFailed',
    'Someone tried to sign in as the user with a wrong password.',
    z.object({ userId }),
  ),
  defineEvent('UserSignedOut', 'The user signed out.', z.object({ userId })),
  defineEvent(
    'UserPasswordResetRequested',
    'Someone asked for a link to reset the user’s password.',
    z.object({ userId, resetId: z.uuid().describe('The mailed link is derived from this id.') }),
  ),
  defineEvent(
    'UserPasswordReset',
    'The user chose a new password through a mailed link.',
    z.object({ userId }),
  ),
  defineEvent(
    'UserPasswordChanged',
    'The user changed the password while signed in.',
    z.object({ userId }),
  ),
  defineEvent(
    'UserSignInSlowed',
    'Too many sign-ins failed, so all browsers that the user has not used before share one attempt every 30 s.',
    z.object({ userId, linkId: z.uuid().describe('The mailed link is derived from this id.') }),
  ),
  defineEvent(
    'UserDeviceConfirmed',
    'The user opened the link that was mailed after failed sign-ins, which confirms that the browser is theirs.',
    z.object({ userId }),
  ),
  ...secondFactorEvents,
  defineEvent(
    'UserGivenCheckpoint',
    'The user, who is an auditor, is sent an email with the log’s last checkpoint of the day.',
    z.object({
      userId,
      day: givenText.describe('The day in the time zone Africa/Lagos, as `YYYY-MM-DD`.'),
      note: givenText.describe('The text of the signed checkpoint.'),
    }),
  ),
  defineEvent(
    'UserToldOfMoneyTakenBack',
    'The user, who is a superadministrator, is sent an email saying that the bank took back money that paid for approved orders. A user gets at most one such email an hour.',
    z.object({
      userId,
      payments: z
        .int()
        .min(1)
        .describe('The number of payments taken back since the last such email to the user.'),
      amountKobo: z.int().min(0).describe('The sum of these payments.'),
      upTo: z.iso
        .datetime()
        .describe('When the shop noticed that the last of these payments had been taken back.'),
    }),
  ),
  defineEvent(
    'UserPersonalDataErased',
    'Staff erased the personal data of an archived user by destroying its key.',
    z.object({ userId }),
  ),
])
export type UserEvent = EventsOf<typeof userEvents>
