import type { Permission } from '@strand/contracts/accounts/permission'
import { useSession } from './session.ts'

/**
 * Whether the signed-in user has the permission. This decides only what the screen shows; the
 * server enforces permissions.
 */
export const usePermission = (permission: Permission): boolean =>
  useSession().admin?.permissions.includes(permission) ?? false
