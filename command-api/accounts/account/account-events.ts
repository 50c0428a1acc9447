import { randomInt } from 'node:crypto'
import { type UserEvent, userEvents } from '@strand/contracts/accounts/events'
import { userStream } from '@strand/contracts/accounts/user'
import type {
  EventStore,
  EventToAppend,
  JsonObject,
  Position,
} from '@strand/event-sourcing/event-store/event-store'
import type { Log } from '@strand/event-sourcing/log'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import { openPlaces } from '@strand/platform/fairness/places'
import { type Origin, withMetadata } from '@strand/platform/http/command-origin'

/**
 * Tables hold the current state of accounts; the event log records what happened to them. Both must
 * agree after any crash, so a change to an account has three steps:
 *
 * 1. One transaction changes the tables, and writes the resulting events into `account_event`.
 * 2. Right after the commit, the events are appended to the log, then deleted from `account_event`.
 * 3. The request is answered with the position of its last event.
 *
 * If the process crashes after step 1, the rows stay in `account_event`. They also stay if the log
 * does not answer; the client then gets 503. The next change to the same account, or the sweeper of
 * any process, appends the rows in their order. Each event got its id in step 1. If code finds rows
 * that it did not write, it reads the stream first, and skips the events that the stream already
 * has. So a crash between append and delete duplicates nothing. Decision 054.
 */
export type AccountEvents = {
  /** Step 1, in the transaction that makes the change. Returns the events' ids, for `publish`. */
  record: (connection: Connection, origin: Origin, events: UserEvent[]) => Promise<string[]>
  /**
   * Step 2. Returns the log position of the last of `eventIds`. Throws 503 if the log does not
   * answer.
   */
  publish: (userId: string, eventIds: string[]) => Promise<Position>
  /**
   * Step 2, after a short random delay. Use this where the timing of the call, or of the client's
   * next call, must not reveal whether an address belongs to anyone.
   */
  publishSoon: (userId: string, eventIds: string[]) => void
  sweep: () => Promise<void>
  close: () => Promise<void>
}

type Row = { event_id: string; type: string; data: JsonObject; metadata: JsonObject }

/**
 * In milliseconds: the pause between sweeps, and how old a row must be before a sweep appends it.
 */
const sweepIntervalMs = 5_000
const maxDelayMs = 1_000

type Options = { pool: Pool; eventStore: EventStore; log: Log }

export const openAccountEvents = ({ pool, eventStore, log }: Options): AccountEvents => {
  // Few tasks run at once: each holds a connection while it appends, and a log that hangs must not
  // tie up all connections.
  const places = openPlaces({ atOnce: 4, queue: 200 })
  const inTurn = <T>(userId: string, work: () => Promise<T>) =>
    places.use({ client: userId, network: userId }, work)
  const underway = new Set<Promise<unknown>>()
  const delayed = new Set<() => void>()

  const publish = (userId: string, eventIds: string[]) =>
    inTurn(userId, async () => {
      const position = await transaction(pool, (connection) =>
        appendPending(connection, eventStore, userId, eventIds),
      )
      return position ?? (await positionInLog(eventStore, userId, eventIds))
    })

  const sweep = async () => {
    const { rows } = await pool.query<{ user_id: string }>(
      `select distinct user_id from account_event
       where written_at < now() - make_interval(secs => $1) limit 100`,
      [sweepIntervalMs / 1000],
    )
    for (const { user_id } of rows)
      await inTurn(user_id, () =>
        transaction(pool, (connection) => appendPending(connection, eventStore, user_id, [])),
      )
  }
  const track = (work: Promise<unknown>, failed: string) => {
    const settled = work
      .catch((error) => log.warn({ err: error }, failed))
      .finally(() => underway.delete(settled))
    underway.add(settled)
    return settled
  }
  const timer = setInterval(() => {
    if (underway.size === 0) track(sweep(), 'events about people are waiting for the log')
  }, sweepIntervalMs)

  return {
    record: recordEvents,
    publish,
    publishSoon: (userId, eventIds) => {
      const start = () => {
        delayed.delete(start)
        clearTimeout(timeout)
        track(publish(userId, eventIds), 'events about a person are waiting for the log')
      }
      const timeout = setTimeout(start, randomInt(maxDelayMs))
      delayed.add(start)
    },
    sweep,
    close: async () => {
      clearInterval(timer)
      for (const start of delayed) start()
      await Promise.all(underway)
    },
  }
}

/**
 * Writes the events into the `account_event` table. If `publish` is not called, a later `sweep`
 * appends them to the event log.
 */
export const recordEvents: AccountEvents['record'] = async (connection, origin, events) => {
  const encoded = events.map((event, index) => ({
    ...withMetadata(userEvents, origin)(event, index),
    userId: event.data.userId,
  }))
  await connection.query(
    `insert into account_event (event_id, user_id, type, data, metadata)
     select (one ->> 'id')::uuid, (one ->> 'userId')::uuid, one ->> 'type',
       one -> 'data', one -> 'metadata'
     from jsonb_array_elements($1::jsonb) with ordinality as listed (one, place)
     order by place`,
    [JSON.stringify(encoded)],
  )
  return encoded.map(({ id }) => id)
}

/** Appends this person's waiting events, oldest first. Returns null if there are none. */
const appendPending = async (
  connection: Connection,
  eventStore: EventStore,
  userId: string,
  eventIds: string[],
): Promise<Position | null> => {
  const { rows } = await connection.query<Row>(
    `select event_id, type, data, metadata from account_event
     where user_id = $1 order by sequence limit 500 for update`,
    [userId],
  )
  if (rows.length === 0) return null
  const stream = userStream(userId)
  const neverTried = rows.every(({ event_id }) => eventIds.includes(event_id))
  const recorded = neverTried ? [] : await eventStore.readStream(stream)
  const positionById = new Map(recorded.map(({ id, position }) => [id, position]))
  const missing = rows
    .filter(({ event_id }) => !positionById.has(event_id))
    .map(({ event_id: id, type, data, metadata }): EventToAppend => ({ id, type, data, metadata }))
  let position = recorded.at(-1)?.position ?? null
  if (missing.length > 0) {
    const result = await eventStore.append(stream, missing, 'any')
    if (!result.ok) throw new Error(`events of user ${userId} are only partly in the log`)
    position = result.position
  }
  await connection.query('delete from account_event where event_id = any($1::uuid[])', [
    rows.map(({ event_id }) => event_id),
  ])
  return position
}

/** The position of the last of these events, which another process has appended in the meantime. */
const positionInLog = async (eventStore: EventStore, userId: string, eventIds: string[]) => {
  const recorded = await eventStore.readStream(userStream(userId))
  const last = recorded.findLast(({ id }) => eventIds.includes(id))
  if (!last) throw new Error(`events of user ${userId} are neither pending nor in the log`)
  return last.position
}
