import type { RecordedEvent } from '../../event-store/event-store.ts'
import type { Connection } from '../../postgres/pool.ts'
import { type CheckpointKey, keyValues } from './checkpoint.ts'
import type { ParkedEvent } from './parked-streams.ts'

// The rows of `parked_stream` that are due for a retry, and how a retry changes them.

/** A parked stream, with the revision of its first event that has not been applied. */
export type ParkedStream = { stream: string; revision: number }

/**
 * Up to `limit` streams that were last tried more than `olderThan` milliseconds ago, oldest try
 * first.
 */
export const dueForRetry = async (
  connection: Connection,
  key: CheckpointKey,
  { olderThan, limit }: { olderThan: number; limit: number },
): Promise<ParkedStream[]> => {
  const { rows } = await connection.query<ParkedStream>(
    `select stream, revision from public.parked_stream
      where kind = $1 and name = $2 and version = $3
        and tried_at < clock_timestamp() - make_interval(secs => $4::float8 / 1000)
      order by tried_at, position limit $5`,
    [...keyValues(key), olderThan, limit],
  )
  return rows
}

/** Records that a retry stopped at this event, perhaps the same one as before. */
export const reparkAt = async (
  connection: Connection,
  key: CheckpointKey,
  { event, reason }: ParkedEvent,
): Promise<void> => {
  await connection.query(
    `update public.parked_stream
        set revision = $5, position = $6, event_id = $7, event_type = $8, reason = $9,
          tries = tries + 1, tried_at = clock_timestamp()
      where kind = $1 and name = $2 and version = $3 and stream = $4`,
    [
      ...keyValues(key),
      event.stream,
      event.revision,
      String(event.position),
      event.id,
      event.type,
      reason,
    ],
  )
}

/** Records that a retry applied the events before this one; the others are due immediately. */
export const deferFrom = async (
  connection: Connection,
  key: CheckpointKey,
  event: RecordedEvent,
): Promise<void> => {
  await reparkAt(connection, key, { event, reason: 'waits for its next try' })
  await connection.query(
    `update public.parked_stream set tried_at = '-infinity'
      where kind = $1 and name = $2 and version = $3 and stream = $4`,
    [...keyValues(key), event.stream],
  )
}

/** Records that the stream's events could not even be read. */
export const recordFailedRetry = async (
  connection: Connection,
  key: CheckpointKey,
  stream: string,
  reason: string,
): Promise<void> => {
  await connection.query(
    `update public.parked_stream
        set reason = $5, tries = tries + 1, tried_at = clock_timestamp()
      where kind = $1 and name = $2 and version = $3 and stream = $4`,
    [...keyValues(key), stream, reason],
  )
}

/** Records that every event of the stream up to the checkpoint has been applied. */
export const unpark = async (
  connection: Connection,
  key: CheckpointKey,
  stream: string,
): Promise<void> => {
  await connection.query(
    `delete from public.parked_stream
      where kind = $1 and name = $2 and version = $3 and stream = $4`,
    [...keyValues(key), stream],
  )
}
