import type {
  EventStore,
  Position,
  RecordedEvent,
} from '@strand/event-sourcing/event-store/event-store'
import { readBetween } from '@strand/event-sourcing/event-store/read-between'
import { type Connection, type Pool, transaction } from '@strand/event-sourcing/postgres/pool'
import type { Projection } from '@strand/event-sourcing/processors/projector'
import { schemaOf } from '@strand/event-sourcing/processors/version-tables'
import { type FreshFold, openFreshFold, type Parked } from './fresh-fold.ts'
import { openLane } from './lane.ts'
import { firstDifference, tablesOf } from './rows.ts'

/** How many read models are compared at once. Each comparison uses two connections. */
const comparedAtOnce = 2

type Served = { version: number; position: Position; parked: Parked }

export type ReadModelVerdict = {
  name: string
  difference: string | null
  skipped?: string
}

type Options = {
  pool: Pool
  eventStore: EventStore
  projections: Projection[]
  signal: AbortSignal
  onProgress?: (position: Position) => void
}

type Fold = { fold: FreshFold; served: Served }

/**
 * Folds the log into new tables, and compares these with the read models row by row while the shop
 * keeps working. Each comparison uses a snapshot of the served tables, and folds the log up to the
 * snapshot's position. The new tables need as much disk space as the read models, and are dropped
 * afterwards.
 */
export const verifyReadModels = async (options: Options): Promise<ReadModelVerdict[]> => {
  const folds: Fold[] = []
  try {
    const verdicts = await openFolds(options, folds)
    await foldAll(options, folds)
    return [...verdicts, ...(await compareAll(options, folds))]
  } finally {
    for (const { fold } of folds) await fold.drop()
  }
}

/**
 * Adds a fold to `folds` for each read model that can be compared. Returns verdicts on the others.
 */
const openFolds = async (
  { pool, eventStore, projections }: Options,
  folds: Fold[],
): Promise<ReadModelVerdict[]> => {
  const verdicts: ReadModelVerdict[] = []
  const reached = await Promise.all(projections.map(({ name }) => readServed(pool, name)))
  // The head is read after the positions, so the head is behind them only if the log was replaced.
  const head = await eventStore.headPosition()
  for (const [index, projection] of projections.entries()) {
    const served = reached[index] ?? null
    const { name } = projection
    const skipped = reasonToSkip(projection, served)
    if (!served || skipped) verdicts.push({ name, difference: null, skipped: skipped ?? '' })
    else if (served.position > head) verdicts.push({ name, difference: 'it is ahead of the log' })
    else folds.push({ fold: await openFreshFold(pool, projection, served.parked), served })
  }
  return verdicts
}

const foldAll = async ({ eventStore, signal, onProgress }: Options, folds: Fold[]) => {
  const furthest = folds.reduce(
    (most, { served }) => (most > served.position ? most : served.position),
    -1n,
  )
  const lanes = folds.map(({ fold, served }) =>
    openLane((events) => fold.apply(events, served.position)),
  )
  const addToLanes = async (events: RecordedEvent[]) => {
    await Promise.all(lanes.map((lane) => lane.add(events)))
    onProgress?.(events.at(-1)?.position ?? -1n)
  }
  await readBetween(eventStore, -1n, furthest, addToLanes, signal)
  await Promise.all(lanes.map((lane) => lane.done()))
}

const compareAll = async (options: Options, folds: Fold[]): Promise<ReadModelVerdict[]> => {
  const verdicts: ReadModelVerdict[] = []
  const waiting = [...folds]
  const compareNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      options.signal.throwIfAborted()
      verdicts.push(await compare(options, next.fold, next.served))
    }
  }
  await Promise.all(Array.from({ length: comparedAtOnce }, compareNext))
  return verdicts
}

const reasonToSkip = ({ version }: Projection, served: Served | null): string | undefined => {
  if (!served) return 'it does not exist yet'
  if (served.version === 0) return 'it is being rebuilt'
  return served.version === version ? undefined : `version ${served.version} is serving`
}

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
  { pool, eventStore, signal }: Options,
  fold: FreshFold,
  before: Served,
): Promise<ReadModelVerdict> => {
  const { name } = fold.projection
  return transaction(pool, async (connection) => {
    await connection.query('set transaction isolation level repeatable read read only')
    const now = await readServed(connection, name)
    const changed = now && changeBetween(before, now)
    if (!now || changed)
      return { name, difference: null, skipped: changed ?? 'it was dropped in the meantime' }
    const follow = (events: RecordedEvent[]) => fold.apply(events, now.position)
    await readBetween(eventStore, fold.position(), now.position, follow, signal)
    // The second connection is taken only now, because `follow` needs connections, too.
    const difference = await transaction(pool, (fresh) =>
      compareTables(
        { connection, schema: schemaOf(name, now.version) },
        { connection: fresh, schema: fold.schema },
      ),
    )
    return { name, difference }
  })
}

/** Why the served tables can no longer be compared with the new tables; undefined if they can. */
const changeBetween = (before: Served, now: Served): string | undefined => {
  if (now.version !== before.version || now.position < before.position)
    return 'it was rebuilt in the meantime'
  const isSame = (stream: string, revision: number) => before.parked.get(stream) === revision
  const same = [...now.parked].every(([stream, revision]) => isSame(stream, revision))
  return same && now.parked.size === before.parked.size
    ? undefined
    : 'its parked streams changed in the meantime'
}

const compareTables = async (
  served: { connection: Connection; schema: string },
  fresh: { connection: Connection; schema: string },
): Promise<string | null> => {
  for (const table of await tablesOf(fresh.connection, fresh.schema)) {
    const difference = await firstDifference(table, served, fresh)
    if (difference) return `in table ${table.table}, ${difference}`
  }
  return null
}
