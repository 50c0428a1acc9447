import { z } from 'zod'
import { CommandAnswer, resultOf } from '../answer.ts'
import { archivingEndpoints } from '../archiving-endpoints.ts'
import { endpoints } from '../endpoint.ts'
import { ListQuery, pageOf } from '../list.ts'
import { optionalLine, pathIdentifier } from '../text.ts'
import { UserLogQuery } from './log.ts'
import { RoleOption } from './permission.ts'
import { SecondFactorNeeded } from './second-factor.ts'
import {
  ChangePassword,
  Login,
  Logout,
  RefreshToken,
  RequestPasswordReset,
  ResetPassword,
  Session,
  UpdatePassword,
} from './session.ts'
import { CreateUser, UpdateUser, User, UserCreated, UserLog } from './user.ts'

const tag = 'People'
const manage = { permission: 'users.manage' } as const
const tokenParameter = z.object({ token: pathIdentifier })
const filter = optionalLine(200)

/** The parameters of the list of staff and of the list of archived staff. */
export const UserListQuery = ListQuery.extend({
  name: filter,
  firstname: filter,
  lastname: filter,
  email: filter,
  phone: filter,
  status: filter,
  userstatus: filter,
  role: filter,
  rolename: filter,
})
export type UserListQuery = z.infer<typeof UserListQuery>

const userList = {
  ...({ method: 'GET', access: { permission: 'users.read' } } as const),
  query: UserListQuery,
  response: { 200: pageOf(User) },
}

export const userEndpoints = endpoints(tag, {
  listRoles: {
    method: 'GET',
    path: '/api/admin/roles',
    access: manage,
    summary: 'List the roles that staff can have',
    response: { 200: resultOf(z.array(RoleOption)) },
  },
  listUsers: {
    ...userList,
    path: '/api/admin/users',
    summary: 'List users',
  },
  listArchivedUsers: {
    ...userList,
    path: '/api/admin/archived-users',
    summary: 'List archived users',
  },
  listActivity: {
    method: 'GET',
    path: '/api/admin/users-logs',
    access: { permission: 'user-logs.read' },
    summary: 'List the actions of staff, newest first',
    query: UserLogQuery,
    response: { 200: pageOf(UserLog) },
  },
  createUser: {
    method: 'POST',
    path: '/api/admin/create-user',
    access: manage,
    summary: 'Add a member of staff, who gets an email with a link and a temporary password',
    body: CreateUser,
    response: { 201: UserCreated },
  },
  updateUser: {
    method: 'PUT',
    path: '/api/admin/update-user',
    access: 'signed-in',
    summary:
      'Change your own profile (requires your password) or, as a superadministrator, another user’s',
    body: UpdateUser,
    response: { 200: CommandAnswer },
  },
  inviteUser: {
    method: 'POST',
    path: '/api/admin/users/:userid/invitation',
    access: manage,
    summary: 'Email the invitation to a pending user again; it is then valid for another 72 hours',
    params: z.object({ userid: pathIdentifier }),
    response: { 200: CommandAnswer },
  },
  eraseUser: {
    method: 'DELETE',
    path: '/api/admin/users/:userid/personal-data',
    access: manage,
    summary: 'Erase the personal data of an archived user permanently',
    params: z.object({ userid: pathIdentifier }),
    response: { 200: CommandAnswer },
  },
})

export const userArchiving = archivingEndpoints({
  tag,
  path: 'user',
  name: 'User',
  words: ['a user', 'users'],
  permission: 'users.archive',
})

export const accountEndpoints = endpoints(tag, {
  login: {
    method: 'POST',
    path: '/api/login',
    access: 'public',
    summary: 'Sign in',
    body: Login,
    response: { 200: z.union([Session, SecondFactorNeeded]) },
  },
  refreshSession: {
    method: 'POST',
    path: '/api/refresh-token',
    access: 'session',
    once: true,
    summary:
      'Exchange a refresh token for a new pair of tokens; each refresh token works only once',
    body: RefreshToken,
    response: { 200: Session },
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    access: 'session',
    summary: 'Sign out; the session ends immediately',
    body: Logout,
    response: { 204: z.undefined() },
  },
  activateAccount: {
    method: 'GET',
    path: '/api/activate-account/:token',
    access: 'public',
    once: true,
    summary:
      'Confirm an email address with a mailed link, which works once and expires after 72 hours',
    params: tokenParameter,
    response: { 200: CommandAnswer },
  },
  confirmDevice: {
    method: 'POST',
    path: '/api/known-device/:token',
    access: 'public',
    once: true,
    summary:
      'Confirm that this browser belongs to the user, with a mailed link, which works once and expires after 24 hours',
    params: tokenParameter,
    response: { 200: CommandAnswer },
  },
  changeTemporaryPassword: {
    method: 'POST',
    path: '/api/change-password',
    access: 'public',
    once: true,
    summary: 'Replace a temporary password with your own before the first sign-in',
    body: ChangePassword,
    response: { 200: CommandAnswer },
  },
  updatePassword: {
    method: 'POST',
    path: '/api/update-password',
    access: 'signed-in',
    once: true,
    summary: 'Change your password; your other sessions end',
    body: UpdatePassword,
    response: { 200: CommandAnswer },
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/api/request-password-reset',
    access: 'public',
    once: true,
    summary: 'Request a password reset link by email',
    body: RequestPasswordReset,
    response: { 200: CommandAnswer },
  },
  resetPassword: {
    method: 'POST',
    path: '/api/reset-password/:token',
    access: 'public',
    once: true,
    summary: 'Set a new password with a mailed link, which works only once, within an hour',
    params: tokenParameter,
    body: ResetPassword,
    response: { 200: CommandAnswer },
  },
})
