import { z } from 'zod'
import { givenText } from './text.ts'

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
])
export type Permission = z.infer<typeof Permission>

const auditor: Permission[] = ['orders.read', 'catalogue.read']
const administrator: Permission[] = [
  ...auditor,
  'orders.manage',
  'catalogue.manage',
  'users.read',
  'users.archive',
  'mails.manage',
]

/** The table of who may do what; every staff endpoint names one permission, checked at the router. */
export const permissionsOf: Record<Role, Permission[]> = {
  auditor,
  administrator,
  superadministrator: [...Permission.options],
}

/** Of a role as it is stored; throws for one that no person can have. */
export const permissionsOfRole = (role: string): Permission[] => permissionsOf[Role.parse(role)]
