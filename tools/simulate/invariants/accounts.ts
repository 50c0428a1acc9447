import type { Simulation } from '../shop/simulation.ts'
import type { DecodedLog, UserHistory } from './decoded.ts'

/**
 * The account status after a user's events, derived here without production code; null if the
 * events contradict each other.
 */
const statusAfter = (history: UserHistory): string | null => {
  let status = 'none'
  let before = 'none'
  for (const { event } of history) {
    const isArchived = status === 'archived'
    if (event.type === 'UserCreated' && status === 'none') status = 'pending'
    else if (event.type === 'UserActivated' && status === 'pending') status = 'active'
    else if (event.type === 'UserArchived' && status !== 'none' && !isArchived) {
      before = status
      status = 'archived'
    } else if (event.type === 'UserRestored' && isArchived) status = before
    else return null
  }
  return status
}

/** Checks that the accounts match the log, and that someone may still manage them. */
export const wrongAccounts = async (
  { database }: Simulation,
  { users }: DecodedLog,
): Promise<string[]> => {
  const { rows } = await database.server.control.query<{
    stream: string
    status: string
    role: string
  }>(`select 'user-' || user_id as stream, status, role from account`)
  const accounts = new Map(rows.map((row) => [row.stream, row]))
  const problems: string[] = []
  for (const [stream, history] of users) {
    const [inLog, inTable] = [statusAfter(history), accounts.get(stream)?.status]
    if (inLog !== inTable) problems.push(`${stream} is ${inTable}, and ${inLog} in the log`)
  }
  for (const stream of accounts.keys())
    if (!users.has(stream)) problems.push(`${stream} is not in the log`)
  const isManaged = rows.some(
    ({ role, status }) => role === 'superadministrator' && status === 'active',
  )
  if (rows.length > 0 && !isManaged) problems.push('no superadministrator is active')
  return problems
}
