import type { z } from 'zod'
import { Day, ListQuery } from '../list.ts'
import { optionalLine } from '../text.ts'

const filter = optionalLine(200)

/** The shop as an actor: its id in events, in place of a person's, and its name on screens. */
export const systemId = 'system'
export const systemName = 'System'

/**
 * How stored texts mention a bank line or a statement. Before a text is shown, words that people
 * can read replace the mention.
 */
export const lineMention = (lineId: string): string => `bank line ${lineId}`
export const statementMention = (statementId: string): string => `the bank statement ${statementId}`
/** Matches each mention of a line or statement, with its kind and id. */
export const moneyMentions =
  /\b(bank line|the bank statement) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g

/**
 * `GET /api/admin/users-logs`, filtered by person, by action (its displayed text or its event type)
 * and by day.
 */
export const UserLogQuery = ListQuery.extend({
  fullname: filter,
  email: filter,
  userid: filter,
  process: filter,
  /** An event's type, such as `OrderApproved`. */
  action: filter,
  dateFrom: Day.optional(),
  /** The last day, inclusive, in Africa/Lagos. */
  dateTo: Day.optional(),
})
export type UserLogQuery = z.infer<typeof UserLogQuery>
