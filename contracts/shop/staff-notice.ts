import { z } from 'zod'
import { givenText } from '../text.ts'

/** A condition of the shop that all staff should know about while it lasts. */
export const StaffNotice = z.object({
  /** Names the condition, for example `disk`. */
  kind: givenText,
  text: givenText,
})
export type StaffNotice = z.infer<typeof StaffNotice>

/** `GET /api/admin/notices`: empty if all is well. */
export const StaffNotices = z.array(StaffNotice)
