import { z } from 'zod'
import { CommandAnswer } from '../answer.ts'
import { emailAddress, firstname, lastname, phone, phoneCountry } from '../person.ts'
import { givenText, identifier, secretText } from '../text.ts'
import { Role } from './permission.ts'

export const userStream = (userId: string) => `user-${userId}`

export const UserStatus = z.enum(['pending', 'active', 'inactive'])
export type UserStatus = z.infer<typeof UserStatus>

/** The fields of a member of staff in the add-user form. */
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

/** `POST /api/admin/create-user`. */
export const UserCreated = CommandAnswer.extend({
  userid: z.uuid(),
  firstname: givenText,
  email: givenText,
})

/**
 * `PUT /api/admin/update-user`. Without a `userid`, or with the caller's own, it updates the
 * profile: that requires the current `password` and keeps the role. Updating another user requires
 * `roleid`. The email address never changes.
 */
export const UpdateUser = UserDetails.extend({
  userid: identifier().optional(),
  email: UserDetails.shape.email.optional(),
  roleid: z.enum(Role.options, selectRoleText).optional(),
  password: secretText(enterPasswordText).max(256).optional(),
})

/** A row of the staff list; only superadministrators see the role. */
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

/** Stored by the first account's events in place of a phone number, which nobody was asked for. */
export const noPhone = 'not given'
export const shownPhone = (phone: string): string => (phone === noPhone ? '' : phone)

/**
 * `GET /api/admin/users-logs`. `process` describes in words what the person did; `person` and
 * `lines` identify the people and bank transactions it mentions, each with the text that represents
 * it.
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
