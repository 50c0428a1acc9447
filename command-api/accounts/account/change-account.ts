import type { UserEvent } from '@strand/contracts/accounts/events'
import { userStream } from '@strand/contracts/accounts/user'
import { eventIdOf, eventsOfCommand } from '@strand/event-sourcing/commands/event-id'
import type { Position } from '@strand/event-sourcing/event-store/event-store'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import type { Origin } from '@strand/platform/http/command-origin'
import type { UserDependencies } from '../dependencies.ts'
import { lockUserChanges } from './account.ts'

export type ChangeOptions = Pick<UserDependencies, 'pool' | 'eventStore' | 'accountEvents'>

/** The ids of the events that this command has already recorded; empty for a new command. */
export const recordedBefore = async (
  { eventStore }: Pick<UserDependencies, 'eventStore'>,
  connection: Connection | Pool,
  origin: Origin,
  userId: string,
): Promise<string[]> => {
  const { rows } = await connection.query<{ event_id: string }>(
    'select event_id from account_event where event_id = $1',
    [eventIdOf(origin.commandId, 0)],
  )
  if (rows.length > 0) return rows.map(({ event_id }) => event_id)
  const recorded = await eventStore.readStream(userStream(userId.toLowerCase()))
  return eventsOfCommand(recorded, origin.commandId).map(({ id }) => id)
}

/**
 * Runs the steps of `AccountEvents` for a signed-in person's command on their own or someone else's
 * account. Only one such command runs at a time. `decide` changes the tables and returns the
 * events; it is not called for a repeated command. Returns the position, or null if nothing
 * changed.
 */
export const changeAccount = async (
  { pool, eventStore, accountEvents }: ChangeOptions,
  origin: Origin,
  userId: string,
  decide: (connection: Connection) => Promise<UserEvent[]>,
): Promise<Position | null> => {
  const eventIds = await transaction(pool, async (connection) => {
    await lockUserChanges(connection)
    const before = await recordedBefore({ eventStore }, connection, origin, userId)
    if (before.length > 0) return before
    return accountEvents.record(connection, origin, await decide(connection))
  })
  return eventIds.length > 0 ? accountEvents.publish(userId.toLowerCase(), eventIds) : null
}

/**
 * The position of a command's events, after `changeAccount`; null if the command changed nothing.
 */
export const positionOfChange = async (
  shared: UserDependencies,
  origin: Origin,
  userId: string,
): Promise<Position | null> => {
  const eventIds = await recordedBefore(shared, shared.pool, origin, userId)
  return eventIds.length > 0 ? shared.accountEvents.publish(userId.toLowerCase(), eventIds) : null
}
