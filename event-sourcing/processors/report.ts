import { beginning, type EventStore, type Position } from '../event-store/event-store.ts'
import { heldLockKeys } from '../postgres/advisory-lock.ts'
import type { Connection, Pool } from '../postgres/pool.ts'
import { retiredVersion } from './retire-version.ts'
import type { ProcessorKind } from './runtime/checkpoint.ts'
import { type EventReference, findMismatch } from './runtime/log-identity.ts'
import type { ServedPosition } from './served-positions.ts'

export type CheckpointRow = {
  kind: ProcessorKind
  name: string
  version: number
  position: Position
  seen: number
  seenAt: Date | null
  /** The number of parked streams; `waiting` has the first ones in log order. */
  parked: number
  waiting: ParkedReport[]
  /** For a projection: whether reads see this version. A reactor always serves. */
  serving: boolean
  /** For a projection: whether its views exist, for any version. */
  published: boolean
  running: boolean
  /** The event at the checkpoint; null if unknown. */
  lastEvent: EventReference | null
  /** Why the processor cannot continue with this log; set by `findReplaced`. */
  problem?: { reason: string }
}

/** A parked stream, with the event that cannot be applied. */
type ParkedReport = {
  stream: string
  eventId: string
  type: string
  position: string
  reason: string
  tries: number
  /** When the stream was parked, ISO 8601. */
  since: string
}

/** The maximum number of parked streams that a report lists; `parked` counts all. */
const maxNamed = 20

/** A processor in the answer of `/readyz`. */
export type ProcessorReport = {
  name: string
  /**
   * False if `problem` says why the processor cannot continue, if its views are gone, or if no
   * process runs it. Always true for a follower, because the shop works without it. Being behind or
   * having parked streams does not make it false. Nor does the lack of a process, if the version
   * does not serve yet or a newer version is about to replace it.
   */
  ok: boolean
  kind: ProcessorKind
  version: number
  status: 'building' | 'serving' | 'not running'
  position: string
  /** The minimum number of events left to process; exact if another processor is at the head. */
  lagEvents: number
  /**
   * The most that the processor can lag: seconds since its last event was recorded; 0 at the head.
   */
  lagSeconds: number
  /** The number of parked streams; 0 for a version that does not serve. */
  parked: number
  /** The first parked streams in log order, at most 20, also for a version that does not serve. */
  waiting: ParkedReport[]
  problem?: { reason: string }
}

const parkedOf = `public.parked_stream p
           where p.kind = c.kind and p.name = c.name and p.version = c.version`

export const readCheckpoints = async (source: Pool | Connection): Promise<CheckpointRow[]> => {
  const { rows } = await source.query<Omit<CheckpointRow, 'position'> & { position: string }>(
    `select c.kind, c.name, c.version, c.position::text, c.seen, c.seen_at as "seenAt",
        c.last_event as "lastEvent",
        (select count(*)::int from ${parkedOf}) as parked,
        (select coalesce(json_agg(first), '[]') from (
           select stream, event_id as "eventId", event_type as type, position::text, reason, tries,
             parked_at as since
             from ${parkedOf} order by position limit ${maxNamed}
         ) first) as waiting,
        c.kind <> 'projection' or p.version is not null as serving,
        c.kind <> 'projection' or coalesce((
          select bool_and(to_regclass('read.' || quote_ident(view)) is not null)
          from public.projection shown, unnest(shown.views) view where shown.name = c.name
        ), true) as published,
        hashtextextended('strand ' || c.kind || ' ' || c.name || ' ' || c.version, 0)
          in (${heldLockKeys}) as running
       from public.checkpoint c
       left join public.projection p
         on c.kind = 'projection' and p.name = c.name and p.version = c.version
      order by c.kind, c.name, c.version`,
  )
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }))
}

export const readServing = async (
  source: Pool | Connection,
): Promise<(ServedPosition & { name: string })[]> => {
  const { rows } = await source.query<{
    name: string
    version: number
    position: string
    retries: string
    parkedFrom: string | null
  }>(
    `select p.name, p.version, c.position::text, c.mended::text as retries,
        (select min(position)::text from public.parked_stream k
          where k.kind = c.kind and k.name = c.name and k.version = c.version) as "parkedFrom"
       from public.projection p
       join public.checkpoint c
         on c.kind = 'projection' and c.name = p.name and c.version = p.version`,
  )
  return rows.map(({ position, retries, parkedFrom, ...row }) => ({
    ...row,
    position: BigInt(position),
    retries: BigInt(retries),
    parkedFrom: parkedFrom === null ? null : BigInt(parkedFrom),
  }))
}

/** The number of streams parked in a serving version or a reactor; a stream counts once. */
export const countParked = async (source: Pool | Connection): Promise<number> => {
  const { rows } = await source.query<{ streams: number }>(
    `select count(distinct k.stream)::int as streams
       from public.parked_stream k
       left join public.projection p on p.name = k.name and p.version = k.version
      where k.kind = 'reaction' or p.version is not null`,
  )
  return rows[0]?.streams ?? 0
}

/** Adds a problem to each processor that has passed events that the log lacks. */
export const findReplaced = (
  rows: CheckpointRow[],
  eventStore: EventStore,
  head: Position,
): Promise<CheckpointRow[]> =>
  Promise.all(
    rows.map(async (row) => {
      // Retired rows are being rebuilt; no processor continues from them.
      const isOld = row.kind === 'projection' && row.version === retiredVersion
      const reason = isOld ? null : await findMismatch(eventStore, row, head)
      return reason === null ? row : { ...row, problem: { reason } }
    }),
  )

/** @param head the head of the log; by default, the furthest processor's position */
export const reportOf = (rows: CheckpointRow[], head?: Position): ProcessorReport[] => {
  let furthest = beginning
  for (const { position } of rows) if (position > furthest) furthest = position
  const end = head ?? furthest
  const seen = Math.max(0, ...rows.map((row) => row.seen))
  return rows.map(({ kind, name, version, position, waiting, problem, ...row }) => {
    const behind = position < end
    const since = row.seenAt ? (Date.now() - row.seenAt.getTime()) / 1_000 : 0
    const works = row.serving ? ('serving' as const) : ('building' as const)
    return {
      name,
      ok:
        kind === 'follower' ||
        (!problem && row.published && (!row.serving || row.running || isBeingReplaced(rows, name))),
      kind,
      version,
      status: row.running ? works : 'not running',
      position: String(position),
      lagEvents: behind ? Math.max(seen - row.seen, 1) : 0,
      lagSeconds: behind ? Math.round(Math.max(0, since) * 10) / 10 : 0,
      parked: row.serving ? row.parked : 0,
      waiting,
      ...(problem && { problem }),
    }
  })
}

const isBeingReplaced = (rows: CheckpointRow[], name: string) =>
  rows.some((row) => row.kind === 'projection' && row.name === name && !row.serving && row.running)
