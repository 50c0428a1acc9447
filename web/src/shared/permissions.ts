import type { Permission } from '@strand/contracts/permission'
import { useSession } from './session/session.ts'

/** Whether the signed-in person may do it: decides what is shown, the server what is done. */
export const useMay = (permission: Permission): boolean =>
  useSession().admin?.permissions.includes(permission) ?? false
