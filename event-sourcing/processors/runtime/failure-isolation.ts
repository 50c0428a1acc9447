import pg from 'pg'
import type { RecordedEvent } from '../../event-store/event-store.ts'
import { isTransient } from '../../postgres/errors.ts'
import type { Connection } from '../../postgres/pool.ts'
import { CheckpointMoved } from './checkpoint.ts'
import { type ParkedEvent, parkedEvent } from './parked-streams.ts'

type Handle = (events: RecordedEvent[], connection: Connection) => Promise<void>

/** Whether a new lease may succeed after an error that no event caused. */
export const isRetryable = (error: unknown): boolean =>
  isTransient(error) || error instanceof CheckpointMoved

/**
 * Postgres error codes for tables that are missing or that this role may not write to. An operator
 * made this mistake, and every event would fail because of it; parking all streams would only hide
 * it.
 */
const operatorErrors = new Set([
  '3F000', // invalid_schema_name
  '42501', // insufficient_privilege
  '42P01', // undefined_table
])

/** Whether the error means that the event itself cannot be applied. */
export const isCausedByEvent = (error: unknown): boolean =>
  !isRetryable(error) &&
  !(error instanceof pg.DatabaseError && operatorErrors.has(error.code ?? ''))

/**
 * Handles the events in the caller's transaction, but skips each event that cannot be applied, and
 * all later events of its stream. Returns the first bad event of each stream. A failing batch is
 * halved until the bad event is found: for k bad events among n, about k log n calls. Throws any
 * error that no event caused. See decision 107.
 */
export const handleIsolatingFailures = async (
  handle: Handle,
  connection: Connection,
  events: RecordedEvent[],
): Promise<ParkedEvent[]> => {
  const parked = new Map<string, ParkedEvent>()
  const attempt = async (part: RecordedEvent[]): Promise<void> => {
    const rest = part.filter(({ stream }) => !parked.has(stream))
    const [first] = rest
    if (!first) return
    const error = await tryInSavepoint(handle, connection, rest)
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
 * Handles the events of one stream in the caller's transaction, up to the first event that cannot
 * be applied. Returns that event; null if there is none.
 */
export const handleUntilFailure = async (
  handle: Handle,
  connection: Connection,
  events: RecordedEvent[],
): Promise<ParkedEvent | null> => {
  for (const event of events) {
    const error = await tryInSavepoint(handle, connection, [event])
    if (error) return parkedEvent(event, error.cause)
  }
  return null
}

/** Restores the transaction and returns the error if an event caused it; throws any other error. */
const tryInSavepoint = async (
  handle: Handle,
  connection: Connection,
  events: RecordedEvent[],
): Promise<{ cause: unknown } | undefined> => {
  await connection.query('savepoint trial')
  try {
    await handle(events, connection)
    // Throws if `handle` swallowed the error of a failed statement.
    await connection.query('release savepoint trial')
    return undefined
  } catch (cause) {
    if (!isCausedByEvent(cause)) throw cause
    await connection.query('rollback to savepoint trial; release savepoint trial')
    return { cause }
  }
}
