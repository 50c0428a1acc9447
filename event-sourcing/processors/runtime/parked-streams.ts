import type { Position, RecordedEvent } from '../../event-store/event-store.ts'
import type { Connection } from '../../postgres/pool.ts'
import { type CheckpointKey, CheckpointMoved, keyValues } from './checkpoint.ts'
import { errorSummary } from './error-summary.ts'

// The table `parked_stream`: streams with an event that a processor could not apply.

/** What a processor remembers of its parked streams; their names are only in the table. */
export type ParkedSummary = {
  streams: number
  firstPosition: Position | null
  /** The number of transactions that retried parked events. */
  retries: bigint
}

export const nothingParked: ParkedSummary = { streams: 0, firstPosition: null, retries: 0n }

/** An event that could not be applied, and why: one line that quotes no values. */
export type ParkedEvent = { event: RecordedEvent; reason: string }

export const parkedEvent = (event: RecordedEvent, error: unknown): ParkedEvent => ({
  event,
  reason: errorSummary(error),
})

/**
 * Loads the parked streams when a processor starts. Deletes streams that were parked beyond the
 * checkpoint: someone moved the checkpoint back, and the processor will reach them again.
 */
export const loadParked = async (
  connection: Connection,
  key: CheckpointKey,
): Promise<ParkedSummary> => {
  await connection.query(
    `delete from public.parked_stream p using public.checkpoint c
      where p.kind = $1 and p.name = $2 and p.version = $3
        and c.kind = $1 and c.name = $2 and c.version = $3 and p.position > c.position`,
    keyValues(key),
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
    keyValues(key),
  )
  const [row] = rows
  if (!row) throw new CheckpointMoved(`The checkpoint of ${key.kind} ${key.name} is gone`)
  const from = row.from === null ? null : BigInt(row.from)
  return { streams: row.streams, firstPosition: from, retries: BigInt(row.retries) }
}

/** Which of the streams are parked; one statement. */
export const filterParked = async (
  connection: Connection,
  key: CheckpointKey,
  streams: string[],
): Promise<Set<string>> => {
  const { rows } = await connection.query<{ stream: string }>(
    `select stream from public.parked_stream
      where kind = $1 and name = $2 and version = $3 and stream = any($4::text[])`,
    [...keyValues(key), streams],
  )
  return new Set(rows.map(({ stream }) => stream))
}

/** Parks the streams of these events, one event per stream; one statement. */
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
      ...keyValues(key),
      events.map(({ event }) => event.stream),
      events.map(({ event }) => event.revision),
      events.map(({ event }) => String(event.position)),
      events.map(({ event }) => event.id),
      events.map(({ event }) => event.type),
      events.map(({ reason }) => reason),
    ],
  )
}

/** The position of the first parked event; null if nothing is parked. */
export const firstParkedPosition = async (
  connection: Connection,
  key: CheckpointKey,
): Promise<Position | null> => {
  const { rows } = await connection.query<{ from: string }>(
    `select position::text as from from public.parked_stream
      where kind = $1 and name = $2 and version = $3 order by position limit 1`,
    keyValues(key),
  )
  return rows[0] ? BigInt(rows[0].from) : null
}

/** Whether a version of a projection has more parked streams than another version. */
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
