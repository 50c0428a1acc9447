import { z } from 'zod'
import { givenText } from '../text.ts'

export const Role = z.enum(['superadministrator', 'administrator', 'auditor'])
export type Role = z.infer<typeof Role>

/** `GET /api/admin/roles`. */
export const RoleOption = z.object({ roleid: Role, rolename: givenText })

export const Permission = z.enum([
  'orders.read',
  'orders.manage',
  'orders.generate-ids',
  'orders.erase',
  'ordered-products.read',
  'catalogue.read', // products, delivery locations, sales campaigns
  'catalogue.manage',
  'users.read',
  'users.archive',
  'users.manage',
  'user-logs.read',
  'mails.manage',
  'money.read', // bank accounts, statements and their lines
  'money.manage',
  'money.accounts',
  'reports.read',
  'reports.read-all', // also the reports on products, campaigns and staff
  'log.verify', // the parts of the event log's proof that are not public
])
export type Permission = z.infer<typeof Permission>

const reader: Permission[] = ['orders.read', 'catalogue.read', 'money.read', 'reports.read']
/** Auditors check what administrators did, so administrators lack `log.verify`. */
const auditor: Permission[] = [...reader, 'reports.read-all', 'log.verify']
const administrator: Permission[] = [
  ...reader,
  'orders.manage',
  'catalogue.manage',
  'users.read',
  'users.archive',
  'mails.manage',
  'money.manage',
]

/**
 * The permissions of each role. Every staff endpoint names one permission, and the router checks
 * it.
 */
export const permissionsOf: Record<Role, Permission[]> = {
  auditor,
  administrator,
  superadministrator: [...Permission.options],
}

/** The permissions of a stored role. Throws for a role that does not exist. */
export const permissionsOfRole = (role: string): Permission[] => permissionsOf[Role.parse(role)]
