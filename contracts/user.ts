import { z } from 'zod'
import { CommandAnswer } from './answer.ts'
import { Role } from './permission.ts'
import { emailAddress, enterEmail, firstname, lastname, phone, phoneCountry } from './person.ts'

export const userStream = (userId: string) => `user-${userId}`

export const UserStatus = z.enum(['pending', 'active', 'inactive'])
export type UserStatus = z.infer<typeof UserStatus>

/** What is known of a member of staff: the add-user form, and what is sealed in user events. */
export const UserDetails = z.object({
  firstname,
  lastname,
  email: emailAddress(enterEmail),
  phone,
  countryCode: phoneCountry,
})
export type UserDetails = z.infer<typeof UserDetails>

export const selectRole = 'Please select user role!'
export const enterPassword = 'Please enter password!'

export const CreateUser = UserDetails.extend({
  roleid: z.enum(Role.options, selectRole),
})
export type CreateUser = z.infer<typeof CreateUser>

/** `POST /api/admin/create-user`. */
export const UserCreated = CommandAnswer.extend({
  userid: z.uuid(),
  firstname: z.string(),
  email: z.string(),
})
export type UserCreated = z.infer<typeof UserCreated>

/**
 * `PUT /api/admin/update-user`. Without a `userid`, or with one's own, it is the profile: it needs
 * the current `password` and leaves the role. Another's needs `roleid`. The address never changes.
 */
export const UpdateUser = UserDetails.extend({
  userid: z.string().max(64).optional(),
  email: UserDetails.shape.email.optional(),
  roleid: z.enum(Role.options, selectRole).optional(),
  password: z.string(enterPassword).max(256).optional(),
})
export type UpdateUser = z.infer<typeof UpdateUser>

/** A row of the staff's list; without the role for everyone but superadministrators. */
export const User = z.object({
  userid: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  phone: z.string(),
  countryCode: z.string(),
  roleid: Role.optional(),
  rolename: z.string().optional(),
  role: z.string().optional(),
  userstatus: UserStatus,
  status: UserStatus,
})
export type User = z.infer<typeof User>

/** `GET /api/admin/users-logs`. `process` says in words what the person did. */
export const UserLog = z.object({
  createdat: z.iso.datetime(),
  fullname: z.string(),
  email: z.string(),
  process: z.string(),
})
export type UserLog = z.infer<typeof UserLog>
