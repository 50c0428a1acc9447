import { beginning, type Position } from './event-store.ts'
import type { Connection, Pool } from './postgres.ts'

export type CheckpointRow = {
  kind: 'projection' | 'reaction'
  name: string
  version: number
  position: Position
  seen: number
  seenAt: Date | null
  /** Streams that wait at an event that cannot be applied, and the first of them in the log. */
  parked: number
  waiting: ParkedReport[]
  /** Of a projection, whether the views show this version; a reaction always serves. */
  serving: boolean
  /** Of a projection, whether its views exist, of whichever version. */
  published: boolean
  /** Whether a live process holds the runner's lock. */
  running: boolean
}

/** A parked stream: the event that cannot be applied, why, and since when its stream waits. */
export type ParkedReport = {
  stream: string
  eventId: string
  type: string
  position: string
  reason: string
  tries: number
  /** ISO 8601. */
  since: string
}

/** Parked streams that a report names; it counts them all. */
const mostNamed = 20

/** A line of `/readyz`. */
export type RunnerReport = {
  name: string
  /**
   * False when no process runs it or its tables are gone. Being behind is no failure; nor are parked streams; nor is
   * what happens to a version that does not serve yet, while the one before it does; nor that this
   * one rests where the release that ran it is gone and the next version is on its way.
   */
  ok: boolean
  kind: 'projection' | 'reaction'
  version: number
  status: 'building' | 'serving' | 'not running'
  position: string
  /** Events that it has still to pass, at least; exact where another runner is at the head. */
  lagEvents: number
  /** Seconds since the log took the last event it passed, at most; 0 at the head. */
  lagSeconds: number
  /** Streams that wait at an event that cannot be applied; 0 of a version that does not serve. */
  parked: number
  /** The first of them in the log, at most 20; of any version. */
  waiting: ParkedReport[]
}

// pg_locks splits the 64 bits of an advisory lock's key into two halves.
const runningLocks = `
  select (classid::int8 << 32) | objid::int8 as key from pg_locks
   where locktype = 'advisory' and objsubid = 1 and granted
     and database = (select oid from pg_database where datname = current_database())`

const parkedOf = `public.parked_stream p
           where p.kind = c.kind and p.name = c.name and p.version = c.version`

/** Every runner's checkpoint as committed. */
export const readCheckpoints = async (source: Pool | Connection): Promise<CheckpointRow[]> => {
  const { rows } = await source.query<Omit<CheckpointRow, 'position'> & { position: string }>(
    `select c.kind, c.name, c.version, c.position::text, c.seen, c.seen_at as "seenAt",
        (select count(*)::int from ${parkedOf}) as parked,
        (select coalesce(json_agg(first), '[]') from (
           select stream, event_id as "eventId", event_type as type, position::text, reason, tries,
             parked_at as since
             from ${parkedOf} order by position limit ${mostNamed}
         ) first) as waiting,
        c.kind = 'reaction' or p.version is not null as serving,
        c.kind = 'reaction' or coalesce((
          select bool_and(to_regclass('read.' || quote_ident(view)) is not null)
          from public.projection shown, unnest(shown.views) view where shown.name = c.name
        ), true) as published,
        hashtextextended('strand ' || c.kind || ' ' || c.name || ' ' || c.version, 0)
          in (${runningLocks}) as running
       from public.checkpoint c
       left join public.projection p
         on c.kind = 'projection' and p.name = c.name and p.version = c.version
      order by c.kind, c.name, c.version`,
  )
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }))
}

/** How far a projection's tables are. */
export type Reached = {
  version: number
  position: Position
  /** How often parked events were tried again. */
  mended: bigint
  /** Position of the first event that is parked. */
  parkedFrom: Position | null
}

/** How far the views are: name and state of every serving version. */
export const readServing = async (
  source: Pool | Connection,
): Promise<(Reached & { name: string })[]> => {
  const { rows } = await source.query<{
    name: string
    version: number
    position: string
    mended: string
    parkedFrom: string | null
  }>(
    `select p.name, p.version, c.position::text, c.mended::text,
        (select min(position)::text from public.parked_stream k
          where k.kind = c.kind and k.name = c.name and k.version = c.version) as "parkedFrom"
       from public.projection p
       join public.checkpoint c
         on c.kind = 'projection' and c.name = p.name and c.version = p.version`,
  )
  return rows.map(({ position, mended, parkedFrom, ...row }) => ({
    ...row,
    position: BigInt(position),
    mended: BigInt(mended),
    parkedFrom: parkedFrom === null ? null : BigInt(parkedFrom),
  }))
}

/** Streams that are parked in a serving version or a reaction, each counted once. */
export const countParked = async (source: Pool | Connection): Promise<number> => {
  const { rows } = await source.query<{ streams: number }>(
    `select count(distinct k.stream)::int as streams
       from public.parked_stream k
       left join public.projection p on p.name = k.name and p.version = k.version
      where k.kind = 'reaction' or p.version is not null`,
  )
  return rows[0]?.streams ?? 0
}

/** @param head of the log, where the caller knows it; else the furthest runner stands for it */
export const reportOf = (rows: CheckpointRow[], head?: Position): RunnerReport[] => {
  let furthest = beginning
  for (const { position } of rows) if (position > furthest) furthest = position
  const end = head ?? furthest
  const seen = Math.max(0, ...rows.map((row) => row.seen))
  return rows.map(({ kind, name, version, position, waiting, ...row }) => {
    const behind = position < end
    const since = row.seenAt ? (Date.now() - row.seenAt.getTime()) / 1_000 : 0
    const works = row.serving ? ('serving' as const) : ('building' as const)
    return {
      name,
      ok: row.published && (!row.serving || row.running || isBeingReplaced(rows, name)),
      kind,
      version,
      status: row.running ? works : 'not running',
      position: String(position),
      lagEvents: behind ? Math.max(seen - row.seen, 1) : 0,
      lagSeconds: behind ? Math.round(Math.max(0, since) * 10) / 10 : 0,
      parked: row.serving ? row.parked : 0,
      waiting,
    }
  })
}

const isBeingReplaced = (rows: CheckpointRow[], name: string) =>
  rows.some((row) => row.kind === 'projection' && row.name === name && !row.serving && row.running)
