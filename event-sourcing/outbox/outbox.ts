import type { Position, RecordedEvent } from '../event-store/event-store.ts'
import type { Connection, Pool } from '../postgres/pool.ts'

// The life of an outbox entry. If its event can still be undone, the entry is delayed: dispatchers
// do not see it until `releaseDelayed`. Then it waits until a worker claims it. Once dispatched, it
// is in the queue until the work is done or has failed for good. If the queue seems to have lost
// it, the sweeper makes it wait again; a person can do the same with a failed entry. Entries that
// strangers request too often are held until a person decides (`outbox-admission.ts`).

/** Work that a reactor requests; an event has at most one entry of each kind. */
export type OutboxEntry = {
  /** The work to be done, for example `order-received`. */
  kind: string
  /** Whether the entry goes before entries that are not urgent. Default false. */
  urgent?: boolean
  /**
   * The entry is delayed until this time (ISO 8601), and must then be released. Default: no delay.
   */
  dueAt?: string | undefined
}

export type OutboxItem = {
  id: number
  reaction: string
  kind: string
  urgent: boolean
  eventId: string
  eventType: string
  stream: string
  revision: number
  position: Position
  happenedAt: Date
  tries: number
  /** From 1; increases each time a person requests the work again. */
  round: number
  reason: string | null
  finishedAt: Date | null
  /** When the entry was held; stays set after the entry is released. */
  heldAt: Date | null
}

type Row = Omit<OutboxItem, 'position'> & { position: string }

const columns = `id, reaction, kind, urgent, event_id as "eventId", event_type as "eventType", stream,
  revision, position::text, happened_at as "happenedAt", tries, round, reason,
  finished_at as "finishedAt", held_at as "heldAt"`

const itemOf = (row: Row): OutboxItem => ({ ...row, position: BigInt(row.position) })

/** The channel that announces new entries; the payload is empty. */
export const outboxChannel = 'outbox'

/** Writes entries in one statement; leaves entries that the outbox already has unchanged. */
export const insertEntries = async (
  connection: Connection,
  reaction: string,
  entries: (OutboxEntry & { event: RecordedEvent; happenedAt: string; tooOld: boolean })[],
): Promise<void> => {
  if (entries.length === 0) return
  await connection.query(
    `insert into public.outbox
       (reaction, kind, event_id, event_type, stream, revision, position, happened_at, state,
        urgent, due_at)
     select $1, e.* from unnest($2::text[], $3::uuid[], $4::text[], $5::text[], $6::int[],
       $7::int8[], $8::timestamptz[], $9::text[], $10::bool[], $11::timestamptz[]) e
     on conflict (event_id, kind) do nothing`,
    [
      reaction,
      entries.map(({ kind }) => kind),
      entries.map(({ event }) => event.id),
      entries.map(({ event }) => event.type),
      entries.map(({ event }) => event.stream),
      entries.map(({ event }) => event.revision),
      entries.map(({ event }) => String(event.position)),
      entries.map(({ happenedAt }) => happenedAt),
      entries.map(({ tooOld, dueAt }) => (tooOld ? 'too-old' : dueAt ? 'delayed' : 'waiting')),
      entries.map(({ urgent = false }) => urgent),
      entries.map(({ dueAt = null }) => dueAt),
    ],
  )
}

/**
 * Marks up to `limit` waiting entries as dispatched, and returns them: urgent ones first, then the
 * oldest. Skips entries that another worker is claiming. Runs in the caller's transaction. Before
 * committing, the caller must put the entries into the queue, each with an id made of event id,
 * kind and round.
 */
export const claimWaiting = async (
  connection: Connection,
  limit: number,
): Promise<OutboxItem[]> => {
  const { rows } = await connection.query<Row>(
    `update public.outbox set state = 'dispatched', dispatched_at = now()
      where id in (
        select id from public.outbox
        where state = 'waiting'
          and (put_back_at is null or put_back_at < now() - interval '1 second')
        order by urgent desc, id
        limit $1
        for update skip locked)
      returning ${columns}`,
    [limit],
  )
  return rows.map(itemOf).sort((a, b) => Number(b.urgent) - Number(a.urgent) || a.id - b.id)
}

/** Changes an entry unless it is done; `$2` in `changes` is the reason. */
const change = async (pool: Pool, id: number, changes: string, reason: string | null) => {
  await pool.query(`update public.outbox set ${changes} where id = $1 and state <> 'done'`, [
    id,
    reason,
  ])
}

export const markDone = (pool: Pool, id: number): Promise<void> =>
  change(pool, id, `state = 'done', tries = tries + 1, reason = $2, finished_at = now()`, null)

/**
 * Closes an entry because its work is no longer needed.
 *
 * @param reason why the work is no longer needed, for example `erased`
 */
export const markSkipped = (pool: Pool, id: number, reason: string): Promise<void> =>
  change(pool, id, `state = 'done', reason = $2, finished_at = now()`, reason)

/** Records a failed try; the queue will try again. */
export const markAttempted = (pool: Pool, id: number, reason: string): Promise<void> =>
  change(pool, id, 'tries = tries + 1, reason = left($2, 500), dispatched_at = now()', reason)

/**
 * Makes an entry wait again, in the same round, because its work cannot be done at present. The
 * entry can be claimed only a second later, when its job has ended: a queue that still has the job
 * would refuse the entry's next job.
 *
 * @param failed why a try failed; omitted if there was none
 */
export const putBack = (pool: Pool, id: number, failed?: string): Promise<void> =>
  change(
    pool,
    id,
    `state = 'waiting', put_back_at = now(), reason = coalesce(left($2, 500), reason),
      tries = tries + case when $2::text is null then 0 else 1 end`,
    failed ?? null,
  )

/** Records that the work has failed for good; a person sees the entry and may request it again. */
export const markFailed = (pool: Pool, id: number, reason: string): Promise<void> =>
  change(
    pool,
    id,
    `state = 'failed', tries = tries + 1, reason = left($2, 500), finished_at = now()`,
    reason,
  )

export const findEntry = async (
  pool: Pool,
  id: number,
): Promise<(OutboxItem & { state: string }) | null> => {
  const { rows } = await pool.query<Row & { state: string }>(
    `select state, ${columns} from public.outbox where id = $1`,
    [id],
  )
  return rows[0] ? { ...itemOf(rows[0]), state: rows[0].state } : null
}

/**
 * The ids of up to `limit` entries in a state, latest first. If `ids` is given, only these ids are
 * considered; if `until` is given, only entries that entered the state at that time or earlier.
 */
export const listByState = async (
  pool: Pool,
  state: 'failed' | 'held',
  limit: number,
  { ids, until }: { ids?: number[] | undefined; until?: Date | undefined } = {},
): Promise<number[]> => {
  const { rows } = await pool.query<{ id: number }>(
    `select id from public.outbox where state = $1 and ($3::int8[] is null or id = any($3))
        and ($4::timestamptz is null or coalesce(finished_at, held_at) <= $4)
      order by coalesce(finished_at, held_at) desc, id desc limit $2`,
    [state, limit, ids ?? null, until ?? null],
  )
  return rows.map(({ id }) => id)
}

/**
 * Runs a statement that makes entries wait, notifies the workers, and returns the number of changed
 * entries.
 */
export const makeWait = async (pool: Pool, text: string, values: unknown[]): Promise<number> => {
  const { rowCount } = await pool.query(text, values)
  if (rowCount) await pool.query(`select pg_notify('${outboxChannel}', '')`)
  return rowCount ?? 0
}

/** Makes entries that are still failed wait again, in a new round; returns their number. */
export const retryFailed = (pool: Pool, ids: number[]): Promise<number> =>
  makeWait(
    pool,
    `update public.outbox
        set state = 'waiting', round = round + 1, reason = null, finished_at = null
      where id = any($1::int8[]) and state = 'failed'`,
    [ids],
  )

export type DueEntry = { id: number; eventId: string; stream: string; position: string }

/** Up to `limit` delayed entries that are due, and in how many milliseconds the next one is due. */
export const findDue = async (
  pool: Pool,
  reaction: string,
  limit: number,
): Promise<{ due: DueEntry[]; nextInMs: number | null }> => {
  const { rows } = await pool.query<DueEntry & { inMs: number }>(
    `select id, event_id as "eventId", stream, position::text,
       extract(epoch from due_at - now())::float8 * 1000 as "inMs"
     from public.outbox where state = 'delayed' and reaction = $1 order by due_at, id limit $2`,
    [reaction, limit],
  )
  const due = rows.filter(({ inMs }) => inMs <= 0)
  return { due, nextInMs: rows[due.length]?.inMs ?? null }
}

export const releaseDelayed = (pool: Pool, id: number): Promise<number> =>
  makeWait(pool, `update public.outbox set state = 'waiting' where id = $1 and state = 'delayed'`, [
    id,
  ])

/** The state of an event's outbox entry; undefined if it has none. */
export const stateOfEntry = async (
  pool: Pool,
  eventId: string,
): Promise<{ state: string; reason: string | null } | undefined> => {
  const { rows } = await pool.query<{ state: string; reason: string | null }>(
    'select state, reason from public.outbox where event_id = $1 order by id limit 1',
    [eventId],
  )
  return rows[0]
}
