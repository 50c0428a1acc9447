import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { emailAddress } from '../person.ts'
import { givenText, identifier, optionalLine, secretText } from '../text.ts'
import { Permission, Role } from './permission.ts'

/**
 * A session ends after this many minutes without requests. An access token is valid for the same
 * time.
 */
export const sessionMinutes = 18
/** A session ends after this many hours, even if it is in use. */
export const sessionHours = 12

const passwordTooLong = 'Password too long, maximum of 256 characters!'

/**
 * A password exactly as typed.
 *
 * @param message the error for a missing password
 */
const typedPassword = (message: string) =>
  secretText(message).min(1, message).max(256, passwordTooLong)

/** The error for a link that has been used before: an earlier click confirmed the address. */
export const activationTokenUsed = 'Activation Token has already been used'

/** The error for an expired invitation. A retry does not help; staff can send a new invitation. */
export const invitationExpired =
  'This invitation has expired. Please ask the person who invited you to send it again.'
/**
 * The error for a damaged link, or for a link to an account that is gone. A retry does not help.
 */
export const activationOutdated =
  'This activation link is no longer valid. Please ask an administrator for a new one.'

export const Login = z.object({
  email: emailAddress(),
  password: typedPassword('Please enter Password!'),
})
export type Login = z.infer<typeof Login>

export const RequestPasswordReset = z.object({ email: emailAddress() })

/** The rules for a password, in the order in which the screen's live checklist shows them. */
export const passwordRules: { message: string; holds: (password: string) => boolean }[] = [
  {
    message: 'Password should contain at least one uppercase character!',
    holds: (password) => /\p{Lu}/u.test(password),
  },
  {
    message: 'Password should contain at least one special character!',
    holds: (password) => /[^\p{L}\p{N}\s]/u.test(password),
  },
  {
    message: 'Password should contain at least one numeric character!',
    holds: (password) => /\p{Nd}/u.test(password),
  },
  {
    message: 'Password too short, minimum of 8 characters!',
    holds: (password) => [...password].length >= 8,
  },
]

const enterNewPassword = 'Please enter your new password!'

/** A new password exactly as typed: not trimmed, not changed. */
export const NewPassword = secretText(enterNewPassword)
  .max(256, passwordTooLong)
  .superRefine((password, context) => {
    if (password === '') {
      context.addIssue({ code: 'custom', message: enterNewPassword })
      return
    }
    for (const rule of passwordRules)
      if (!rule.holds(password)) context.addIssue({ code: 'custom', message: rule.message })
  })

const confirmed = {
  password: NewPassword,
  confirmPassword: typedPassword('Please confirm your password!'),
}
/** An empty confirmation counts as equal, because another rule reports it as missing. */
const passwordsMatch = (form: { password: string; confirmPassword: string }) =>
  form.confirmPassword === '' || form.password === form.confirmPassword
const mismatch = {
  path: ['confirmPassword'],
  message: 'The two passwords that you entered do not match!',
}

export const ResetPassword = z.object(confirmed).refine(passwordsMatch, mismatch)

const changed = {
  oldPassword: typedPassword('Please enter your old password!'),
  ...confirmed,
}

/** `POST /api/change-password`: the account is not active yet, and nobody is signed in. */
export const ChangePassword = z
  .object({ email: emailAddress('Please enter your email!'), ...changed })
  .refine(passwordsMatch, mismatch)

/** `POST /api/update-password`: the user is signed in, so the address is optional. */
export const UpdatePassword = z
  .object({ email: optionalLine(254).optional(), ...changed })
  .refine(passwordsMatch, mismatch)

export const RefreshToken = z.object({
  email: identifier(254),
  refreshToken: identifier(200).min(1),
})

export const Logout = z.object({ refreshToken: identifier(200).min(1) })

/** The answer to a sign-in or refresh. `userName` is the email address. */
export const Session = CommandAnswer.extend({
  userid: z.uuid(),
  userName: givenText,
  firstname: givenText,
  lastname: givenText,
  email: givenText,
  phone: givenText,
  /** The country of the phone number: two letters (ISO 3166-1); empty after erasure. */
  countryCode: givenText,
  role: Role,
  permissions: z.array(Permission),
  status: z.enum(['active', 'pending']),
  accessToken: givenText,
  refreshToken: givenText,
})
export type Session = z.infer<typeof Session>
