import { z } from 'zod'
import { defaultCountryCode } from './country.ts'
import { Sealed } from './envelope.ts'
import { Role } from './permission.ts'
import { givenText } from './text.ts'

const userId = z.uuid()

/** What is sealed inside `personal`, as JSON. */
export const UserPersonal = z.object({
  firstname: givenText,
  lastname: givenText,
  email: givenText,
  phone: givenText,
  /** Two letters, ISO 3166-1; events of the first version lack it. */
  countryCode: givenText.default(defaultCountryCode),
})
export type UserPersonal = z.infer<typeof UserPersonal>

/** `personal` holds `UserPersonal`, sealed. No password, token or hash of one is ever in an event. */
export const UserEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('UserCreated'),
    data: z.object({ userId, role: Role, personal: Sealed }),
  }),
  z.object({ type: z.literal('UserEmailConfirmed'), data: z.object({ userId }) }),
  z.object({ type: z.literal('UserActivated'), data: z.object({ userId }) }),
  z.object({ type: z.literal('UserUpdated'), data: z.object({ userId, personal: Sealed }) }),
  z.object({
    type: z.literal('UserRoleChanged'),
    data: z.object({ userId, from: Role, to: Role }),
  }),
  z.object({ type: z.literal('UserArchived'), data: z.object({ userId }) }),
  z.object({ type: z.literal('UserRestored'), data: z.object({ userId }) }),
  z.object({ type: z.literal('UserSignedIn'), data: z.object({ userId }) }),
  z.object({ type: z.literal('UserSignInFailed'), data: z.object({ userId }) }),
  z.object({ type: z.literal('UserSignedOut'), data: z.object({ userId }) }),
  z.object({
    type: z.literal('UserPasswordResetRequested'),
    data: z.object({ userId, resetId: z.uuid() }),
  }),
  z.object({ type: z.literal('UserPasswordReset'), data: z.object({ userId }) }),
  z.object({ type: z.literal('UserPasswordChanged'), data: z.object({ userId }) }),
  /**
   * Too many sign-ins failed: unknown browsers get one try every 30 s. The link in the mail is made
   * from `linkId`.
   */
  z.object({
    type: z.literal('UserSignInSlowed'),
    data: z.object({ userId, linkId: z.uuid() }),
  }),
  z.object({ type: z.literal('UserDeviceConfirmed'), data: z.object({ userId }) }),
  z.object({ type: z.literal('UserPersonalDataErased'), data: z.object({ userId }) }),
])
export type UserEvent = z.infer<typeof UserEvent>
