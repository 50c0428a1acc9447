import type { EventStore, Position } from '@strand/platform/event-store/event-store'
import { readBetween } from '@strand/platform/event-store/read-between'
import { type Connection, type Pool, transaction } from '@strand/platform/postgres/pool'
import type { Projection } from '@strand/platform/processors/projector'
import { schemaOf } from '@strand/platform/processors/set-aside'
import { type FreshFold, openFreshFold, type Parked } from './fresh-fold.ts'
import { openLane } from './lane.ts'
import { firstDifference, tablesOf } from './rows.ts'

type Served = { version: number; position: Position; parked: Parked }

export type ReadModelVerdict = {
  name: string
  /** What is wrong, or null. */
  difference: string | null
  /** Why it was not compared, if it was not. */
  skipped?: string
}

/**
 * Folds the log afresh into tables of its own, beside the read models, and compares both row by row
 * while the shop works: of the served tables a snapshot, of the fresh ones the log up to the
 * snapshot's position. The fresh tables take as much disk as the read models, and are dropped.
 */
export const verifyReadModels = async (options: {
  pool: Pool
  eventStore: EventStore
  projections: Projection[]
  onProgress?: (position: Position) => void
}): Promise<ReadModelVerdict[]> => {
  const { pool, eventStore, onProgress } = options
  const verdicts: ReadModelVerdict[] = []
  const folds: { fold: FreshFold; served: Served }[] = []
  try {
    for (const projection of options.projections) {
      const served = await readServed(pool, projection.name)
      const skipped = reasonToSkip(projection, served)
      if (served && !skipped)
        folds.push({ fold: await openFreshFold(pool, projection, served.parked), served })
      else verdicts.push({ name: projection.name, difference: null, skipped: skipped ?? '' })
    }
    const furthest = folds.reduce(
      (most, { served }) => (most > served.position ? most : served.position),
      -1n,
    )
    const lanes = folds.map(({ fold, served }) =>
      openLane((events) => fold.apply(events, served.position)),
    )
    await readBetween(eventStore, -1n, furthest, async (events) => {
      await Promise.all(lanes.map((lane) => lane.add(events)))
      onProgress?.(events.at(-1)?.position ?? -1n)
    })
    await Promise.all(lanes.map((lane) => lane.done()))
    for (const { fold, served } of folds) verdicts.push(await compare(options, fold, served))
    return verdicts
  } finally {
    for (const { fold } of folds) await fold.drop()
  }
}

const reasonToSkip = ({ version }: Projection, served: Served | null): string | undefined => {
  if (!served) return 'it does not exist yet'
  if (served.version === 0) return 'it is being rebuilt'
  return served.version === version ? undefined : `version ${served.version} serves`
}

/** What serves under a name; null if nothing does. */
const readServed = async (source: Pool | Connection, name: string): Promise<Served | null> => {
  const { rows } = await source.query<{ version: number; position: string }>(
    `select p.version, c.position::text from public.projection p
       join public.checkpoint c
         on c.kind = 'projection' and c.name = p.name and c.version = p.version
      where p.name = $1`,
    [name],
  )
  const [row] = rows
  if (!row) return null
  const parked = await source.query<{ stream: string; revision: number }>(
    `select stream, revision from public.parked_stream
      where kind = 'projection' and name = $1 and version = $2`,
    [name, row.version],
  )
  return {
    version: row.version,
    position: BigInt(row.position),
    parked: new Map(parked.rows.map(({ stream, revision }) => [stream, revision])),
  }
}

const compare = async (
  { pool, eventStore }: { pool: Pool; eventStore: EventStore },
  fold: FreshFold,
  before: Served,
): Promise<ReadModelVerdict> => {
  const { name } = fold.projection
  return transaction(pool, async (connection) => {
    await connection.query('set transaction isolation level repeatable read read only')
    const now = await readServed(connection, name)
    const changed = now && changeBetween(before, now)
    if (!now || changed)
      return { name, difference: null, skipped: changed ?? 'it was dropped meanwhile' }
    await readBetween(eventStore, fold.position(), now.position, (events) =>
      fold.apply(events, now.position),
    )
    // Not before: what was recorded meanwhile takes connections too.
    const difference = await transaction(pool, (fresh) =>
      compareTables(
        { connection, schema: schemaOf(name, now.version) },
        { connection: fresh, schema: fold.schema },
      ),
    )
    return { name, difference }
  })
}

/** The fresh tables cannot follow these changes. */
const changeBetween = (before: Served, now: Served): string | undefined => {
  if (now.version !== before.version || now.position < before.position)
    return 'it was rebuilt meanwhile'
  const isSame = (stream: string, revision: number) => before.parked.get(stream) === revision
  const same = [...now.parked].every(([stream, revision]) => isSame(stream, revision))
  return same && now.parked.size === before.parked.size
    ? undefined
    : 'its parked streams changed meanwhile'
}

const compareTables = async (
  served: { connection: Connection; schema: string },
  fresh: { connection: Connection; schema: string },
): Promise<string | null> => {
  for (const table of await tablesOf(fresh.connection, fresh.schema)) {
    const difference = await firstDifference(table, served, fresh)
    if (difference) return `table ${table.table}: ${difference}`
  }
  return null
}
