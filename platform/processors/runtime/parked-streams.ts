import type { Position, RecordedEvent } from '../../event-store/event-store.ts'
import type { Connection } from '../../postgres/pool.ts'
import { type CheckpointKey, CheckpointMoved } from './checkpoint.ts'
import { errorSummary } from './error-summary.ts'

// The table `parked_stream`: streams with an event that a processor could not apply.

/** The state of a processor's parked streams in memory: their names stay in the table. */
export type ParkedSummary = {
  streams: number
  /** Position of the first parked event in the log. */
  firstPosition: Position | null
  /** Number of transactions that retried parked events. */
  retries: bigint
}

export const nothingParked: ParkedSummary = { streams: 0, firstPosition: null, retries: 0n }

/** An event that could not be applied, with the reason in one line that quotes no values. */
export type ParkedEvent = { event: RecordedEvent; reason: string }

export const parkedEvent = (event: RecordedEvent, error: unknown): ParkedEvent => ({
  event,
  reason: errorSummary(error),
})

/** The state of a parked stream: `revision` is that of its first event that is not applied. */
export type ParkedStream = { stream: string; revision: number }

const keyOf = ({ kind, name, version }: CheckpointKey) => [kind, name, version]

/**
 * The parked streams at the start of a processor. Streams parked beyond the checkpoint are deleted:
 * somebody moved the checkpoint back, and the processor will reach them again.
 */
export const loadParked = async (
  connection: Connection,
  key: CheckpointKey,
): Promise<ParkedSummary> => {
  await connection.query(
    `delete from public.parked_stream p using public.checkpoint c
      where p.kind = $1 and p.name = $2 and p.version = $3
        and c.kind = $1 and c.name = $2 and c.version = $3 and p.position > c.position`,
    keyOf(key),
  )
  const { rows } = await connection.query<{
    streams: number
    from: string | null
    retries: string
  }>(
    `select c.mended::text as retries, count(p.stream)::int as streams, min(p.position)::text as from
       from public.checkpoint c left join public.parked_stream p using (kind, name, version)
      where c.kind = $1 and c.name = $2 and c.version = $3
      group by c.mended`,
    keyOf(key),
  )
  const [row] = rows
  if (!row) throw new CheckpointMoved(`The checkpoint of ${key.kind} ${key.name} is gone`)
  const from = row.from === null ? null : BigInt(row.from)
  return { streams: row.streams, firstPosition: from, retries: BigInt(row.retries) }
}

/** The parked ones among the streams, in one statement. */
export const filterParked = async (
  connection: Connection,
  key: CheckpointKey,
  streams: string[],
): Promise<Set<string>> => {
  const { rows } = await connection.query<{ stream: string }>(
    `select stream from public.parked_stream
      where kind = $1 and name = $2 and version = $3 and stream = any($4::text[])`,
    [...keyOf(key), streams],
  )
  return new Set(rows.map(({ stream }) => stream))
}

/** Parks the streams of these events, one event per stream, in one statement. */
export const park = async (
  connection: Connection,
  key: CheckpointKey,
  events: ParkedEvent[],
): Promise<void> => {
  if (events.length === 0) return
  await connection.query(
    `insert into public.parked_stream
       (kind, name, version, stream, revision, position, event_id, event_type, reason)
     select $1, $2, $3, e.*
       from unnest($4::text[], $5::int[], $6::int8[], $7::uuid[], $8::text[], $9::text[]) e`,
    [
      ...keyOf(key),
      events.map(({ event }) => event.stream),
      events.map(({ event }) => event.revision),
      events.map(({ event }) => String(event.position)),
      events.map(({ event }) => event.id),
      events.map(({ event }) => event.type),
      events.map(({ reason }) => reason),
    ],
  )
}

/** Up to `limit` streams whose last try is more than `olderThan` milliseconds ago, oldest first. */
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
    [...keyOf(key), olderThan, limit],
  )
  return rows
}

/** A stream was retried, and is now parked at this event, which may be the same as before. */
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
      ...[...keyOf(key), event.stream, event.revision],
      ...[String(event.position), event.id, event.type, reason],
    ],
  )
}

/** A stream was applied up to this event, and has more events that are due at once. */
export const deferFrom = async (
  connection: Connection,
  key: CheckpointKey,
  event: RecordedEvent,
): Promise<void> => {
  await reparkAt(connection, key, { event, reason: 'waits for its next try' })
  await connection.query(
    `update public.parked_stream set tried_at = '-infinity'
      where kind = $1 and name = $2 and version = $3 and stream = $4`,
    [...keyOf(key), event.stream],
  )
}

/** Not even reading the stream's events again succeeded. */
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
    [...keyOf(key), stream, reason],
  )
}

/** Every event of the stream up to the checkpoint is applied. */
export const unpark = async (
  connection: Connection,
  key: CheckpointKey,
  stream: string,
): Promise<void> => {
  await connection.query(
    `delete from public.parked_stream
      where kind = $1 and name = $2 and version = $3 and stream = $4`,
    [...keyOf(key), stream],
  )
}

/** Position of the first parked event in the log; null when nothing is parked. */
export const firstParkedPosition = async (
  connection: Connection,
  key: CheckpointKey,
): Promise<Position | null> => {
  const { rows } = await connection.query<{ from: string }>(
    `select position::text as from from public.parked_stream
      where kind = $1 and name = $2 and version = $3 order by position limit 1`,
    keyOf(key),
  )
  return rows[0] ? BigInt(rows[0].from) : null
}

/** Whether a version of a projection has more parked streams than another one. */
export const hasMoreParked = async (
  connection: Connection,
  name: string,
  { version, than }: { version: number; than: number },
): Promise<boolean> => {
  const { rows } = await connection.query<{ more: boolean }>(
    `select count(*) filter (where version = $2) > count(*) filter (where version = $3) as more
       from public.parked_stream where kind = 'projection' and name = $1`,
    [name, version, than],
  )
  return rows[0]?.more === true
}
