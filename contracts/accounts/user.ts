import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { emailAddress, firstname, lastname, phone, phoneCountry } from '../person.ts'
import { givenText, identifier, secretText } from '../text.ts'
import { Role } from './permission.ts'

export const userStream = (userId: string) => `user-${userId}`

export const UserStatus = z.enum(['pending', 'active', 'inactive'])
export type UserStatus = z.infer<typeof UserStatus>

export const UserDetails = z.object({
  firstname,
  lastname,
  email: emailAddress(),
  phone,
  countryCode: phoneCountry,
})

export const selectRoleText = 'Please select user role!'
export const enterPasswordText = 'Please enter password!'

export const CreateUser = UserDetails.extend({
  roleid: z.enum(Role.options, selectRoleText),
})

export const UserCreated = CommandAnswer.extend({
  userid: z.uuid(),
  firstname: givenText,
  email: givenText,
})

/**
 * `PUT /api/admin/update-user`. Without `userid`, or with the caller's own, the request changes the
 * caller's profile: it must have the current `password`, and the role stays. For another user, it
 * must have `roleid`. The email address cannot change.
 */
export const UpdateUser = UserDetails.extend({
  userid: identifier().optional(),
  email: UserDetails.shape.email.optional(),
  roleid: z.enum(Role.options, selectRoleText).optional(),
  password: secretText(enterPasswordText).max(256).optional(),
})

/** A row of the staff list; only superadministrators see roles. */
export const User = z.object({
  userid: z.uuid(),
  firstname: givenText,
  lastname: givenText,
  email: givenText,
  phone: givenText,
  countryCode: givenText,
  roleid: Role.optional(),
  rolename: givenText.optional(),
  role: givenText.optional(),
  userstatus: UserStatus,
  status: UserStatus,
})
export type User = z.infer<typeof User>

/** The first account's events store this as the phone number, because nobody was asked for one. */
export const noPhone = 'not given'
export const shownPhone = (phone: string): string => (phone === noPhone ? '' : phone)

/**
 * A row of `GET /api/admin/users-logs`. `process` says in words what the person did. If it mentions
 * another person or bank transactions, `person` and `lines` identify them; their `text` is the part
 * of `process` that mentions them.
 */
export const UserLog = z.object({
  createdat: z.iso.datetime(),
  fullname: givenText,
  email: givenText,
  process: givenText,
  person: z.object({ email: givenText, text: givenText }).nullable(),
  lines: z.array(z.object({ lineid: givenText, on: z.iso.date(), text: givenText })),
})
export type UserLog = z.infer<typeof UserLog>
