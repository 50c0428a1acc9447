import type { z } from 'zod'
import { Day, ListQuery } from '../list.ts'
import { optionalLine } from '../text.ts'

const filter = optionalLine(200)

/** Who did what the shop does by itself, in place of a person’s id; and the name that is shown. */
export const systemId = 'system'
export const systemName = 'System'

/**
 * `GET /api/admin/users-logs`: filters by person, by action (its words or its event type) and by
 * date.
 */
export const UserLogQuery = ListQuery.extend({
  fullname: filter,
  email: filter,
  userid: filter,
  process: filter,
  /** An event's type, such as `OrderApproved`. */
  action: filter,
  dateFrom: Day.optional(),
  /** Inclusive, as a day in Africa/Lagos. */
  dateTo: Day.optional(),
})
export type UserLogQuery = z.infer<typeof UserLogQuery>
