import { z } from 'zod'
import { givenText } from '../text.ts'

/** A condition of the shop itself that every member of staff should know about while it lasts. */
export const StaffNotice = z.object({
  /** Always the same for the same condition, for example `disk`. */
  kind: givenText,
  text: givenText,
})
export type StaffNotice = z.infer<typeof StaffNotice>

/** `GET /api/admin/notices`: empty while all is well. */
export const StaffNotices = z.array(StaffNotice)
