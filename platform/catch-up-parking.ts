import pg from 'pg'
import { CheckpointMoved } from './checkpoint.ts'
import type { RecordedEvent } from './event-store.ts'
import { isTransient } from './own-connection.ts'
import { type ParkedEvent, parkedEvent } from './parked.ts'
import type { Connection } from './postgres.ts'

type Handle = (events: RecordedEvent[], connection: Connection) => Promise<void>

/** Whether a new term may get past an error, without any event being to blame. */
export const mayWorkLater = (error: unknown): boolean =>
  isTransient(error) || error instanceof CheckpointMoved

/**
 * Postgres's codes for tables that are gone or that this user may not write. An operator's slip, which
 * every event would meet: parking them all would only hide it.
 */
const noEventsFault = new Set([
  '3F000', // invalid_schema_name
  '42501', // insufficient_privilege
  '42P01', // undefined_table
])

/** Whether an error says that an event cannot be applied, and nothing about the house around it. */
export const blamesEvent = (error: unknown): boolean =>
  !mayWorkLater(error) &&
  !(error instanceof pg.DatabaseError && noEventsFault.has(error.code ?? ''))

/**
 * Handles the events, inside the caller's transaction, except for those that cannot be applied and
 * what follows them in their streams: gives the first such event of each stream. What fails is
 * halved until the culprit stands alone, so that k bad events among n cost about k log n calls.
 * Throws what blames no event.
 */
export const handleAround = async (
  handle: Handle,
  connection: Connection,
  events: RecordedEvent[],
): Promise<ParkedEvent[]> => {
  const parked = new Map<string, ParkedEvent>()
  const attempt = async (part: RecordedEvent[]): Promise<void> => {
    const rest = part.filter(({ stream }) => !parked.has(stream))
    const [first] = rest
    if (!first) return
    const error = await trial(handle, connection, rest)
    if (error === undefined) return
    if (rest.length === 1) {
      parked.set(first.stream, parkedEvent(first, error.cause))
      return
    }
    const middle = Math.ceil(rest.length / 2)
    await attempt(rest.slice(0, middle))
    await attempt(rest.slice(middle))
  }
  await attempt(events)
  return [...parked.values()]
}

/**
 * Handles the events of one stream, inside the caller's transaction, up to the first that cannot be
 * applied, which it gives; null when all of them are.
 */
export const handleUpTo = async (
  handle: Handle,
  connection: Connection,
  events: RecordedEvent[],
): Promise<ParkedEvent | null> => {
  for (const event of events) {
    const error = await trial(handle, connection, [event])
    if (error) return parkedEvent(event, error.cause)
  }
  return null
}

/** What blames an event is given, with the transaction as it was before; all else is thrown. */
const trial = async (
  handle: Handle,
  connection: Connection,
  events: RecordedEvent[],
): Promise<{ cause: unknown } | undefined> => {
  await connection.query('savepoint trial')
  try {
    await handle(events, connection)
    // Fails where `handle` passed over a failed statement in silence.
    await connection.query('release savepoint trial')
    return undefined
  } catch (cause) {
    if (!blamesEvent(cause)) throw cause
    await connection.query('rollback to savepoint trial; release savepoint trial')
    return { cause }
  }
}
