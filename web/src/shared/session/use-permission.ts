import type { Permission } from '@strand/contracts/accounts/permission'
import { useSession } from './session.ts'

/**
 * Whether the signed-in user has the permission. The answer decides only what to show; the server
 * enforces permissions.
 */
export const usePermission = (permission: Permission): boolean =>
  useSession().admin?.permissions.includes(permission) ?? false
