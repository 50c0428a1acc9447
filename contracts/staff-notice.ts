import { z } from 'zod'
import { givenText } from './text.ts'

/** Something about the shop itself that every member of staff should know, until it is over. */
export const StaffNotice = z.object({
  /** The same for the same matter, such as `disk`. */
  kind: givenText,
  text: givenText,
})
export type StaffNotice = z.infer<typeof StaffNotice>

/** `GET /api/admin/notices`: none while all is well. */
export const StaffNotices = z.array(StaffNotice)
