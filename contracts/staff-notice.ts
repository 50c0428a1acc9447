import { z } from 'zod'

/** Something about the shop itself that every member of staff should know, until it is over. */
export const StaffNotice = z.object({
  /** The same for the same matter, such as `disk`. */
  kind: z.string(),
  text: z.string(),
})
export type StaffNotice = z.infer<typeof StaffNotice>

/** `GET /api/admin/notices`: none while all is well. */
export const StaffNotices = z.array(StaffNotice)
