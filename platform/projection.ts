import type pg from 'pg'
import { startCatchUp } from './catch-up.ts'
import { CheckpointMoved } from './checkpoint.ts'
import type { Position, RecordedEvent } from './event-store.ts'
import type { Connection, Pool } from './postgres.ts'
import { isMissingTable } from './postgres-away.ts'
import { schemaOf, tablesThere } from './projection-set-aside.ts'
import { startUpkeep } from './projection-upkeep.ts'
import { dropOldVersions, prepareVersion, takeOver } from './projection-version.ts'
import type { CatchUpOptions, CatchUpState } from './runner.ts'

export type Projection = {
  /** Lower case, digits, `_` and `-`, at most 40 characters. Tables lie in `<name>_v<version>`. */
  name: string
  /** From 1. Raise it whenever the tables or what `apply` makes of an event changes. */
  version: number
  /** SQL that makes the tables, by unqualified names. */
  tables: string
  /**
   * Statements `create index if not exists ...` of indexes that only reads need and that are dear to
   * keep while rows come in by the hundred thousand, such as a trigram index. They are made once the
   * version has caught up, before it takes over; the very first version serves without them until
   * then. Batches wait meanwhile, readers do not.
   */
  lateIndexes?: string[]
  /**
   * Statements that put right what batches leave undone for speed's sake, such as an index's list of
   * pending entries. Every few seconds while this process feeds the version, beside its batches.
   */
  upkeep?: string[]
  /** Which of the tables are published as `read.<name>` while this version serves. */
  views: string[]
  /** Events of other types only move the checkpoint. */
  eventTypes: string[]
  /**
   * Events that must not be lost from the tables again when Postgres crashes, since a command's
   * answer said that they took effect (`config.takesEffectIn`): their commit waits for the disk.
   */
  durableTypes?: string[]
  /**
   * Writes what the events, in log order, change, in a fixed number of statements: it runs inside
   * the transaction that moves the checkpoint, with the version's schema as search path. What it
   * throws, but for something that is away, means that an event is bad: after some tries its stream is
   * parked, and everything else goes on. What it writes for one stream must therefore not depend on
   * another stream's events having been applied before, other than by throwing.
   */
  apply: (events: RecordedEvent[], connection: Connection) => Promise<void>
  /**
   * Shows the events that `apply` is likely to get next, while it is at work on the ones before: what
   * needs nothing but them may begin. Must not throw.
   */
  ahead?: (events: RecordedEvent[]) => void
}

export type ProjectionState = RunnerState & { version: number }

export type RunnerState = {
  name: string
  /** `standby`: another process runs it, or `problem` says why this one must not. */
  status: 'building' | 'serving' | 'standby' | 'stopped' | 'reconnecting'
  position: Position
  /** Seconds since it was last known to be at the head of the log; 0 while it is. */
  lagSeconds: number
  /** Streams that wait at an event that cannot be applied. */
  parked: number
  /** Why it does not run. */
  problem?: { reason: string }
}

export type RunningProjection = {
  state: () => ProjectionState
  /** Finishes the batch at hand. Never rejects. */
  stop: () => Promise<void>
}

/**
 * Keeps a projection's tables up to date with the log for as long as the process lives, whatever
 * goes away and comes back meanwhile; of several processes one does it, the others stand by. After
 * each commit it sends `notify projection, '<name> <position> <version> <mended> <parked from>'`, once
 * it serves: how often parked events were tried again, and the position of the first parked one or `-`.
 */
export const startProjection = (
  projection: Projection,
  options: CatchUpOptions,
): RunningProjection => {
  const { name, version } = projection
  let indexed = false
  const makeLateIndexes = async (connection: Connection) => {
    if (indexed) return
    for (const index of projection.lateIndexes ?? []) await makeIndex(connection, index)
    indexed = true
  }
  /** Somebody may drop tables under a running shop: the next term makes them anew. */
  const assertTablesThere = async (source: Pool | Connection, serves: boolean) => {
    if (!(await tablesThere(source, { ...projection, serves })))
      throw new CheckpointMoved(`Tables of ${name} are gone`)
  }
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(name)) throw new TypeError(`Not a projection's name: ${name}`)
  const runner = startCatchUp(
    {
      kind: 'projection',
      name,
      version,
      eventTypes: projection.eventTypes,
      // Rows and checkpoint are lost together, and made again from the log.
      durable: false,
      ...(projection.durableTypes ? { durableTypes: projection.durableTypes } : {}),
      prepare: async (connection) => {
        indexed = false
        // While the log is away nothing is known of its end, nor does any event come.
        const head = await options.eventStore.headPosition().catch(() => undefined)
        const prepared = await prepareVersion(connection, projection, head)
        if ('building' in prepared && !prepared.building)
          await dropOldVersions(connection, projection)
        return prepared
      },
      handle: async (events, connection) => {
        try {
          await projection.apply(events, connection)
        } catch (error) {
          // By another connection: the failed statement has ended this one's transaction.
          if (isMissingTable(error)) await assertTablesThere(options.pool, false)
          throw error
        }
      },
      ...(projection.ahead ? { ahead: projection.ahead } : {}),
      announcement: (position, { mended, from }) =>
        `notify projection, '${name} ${position} ${version} ${mended} ${from ?? '-'}'`,
      takeOver: async (connection, position) => {
        await makeLateIndexes(connection)
        return takeOver(connection, projection, position)
      },
      atRest: async (connection, atHead) => {
        await assertTablesThere(connection, true)
        if (atHead) await makeLateIndexes(connection)
        await dropOldVersions(connection, projection)
      },
    },
    options,
  )
  const upkeep =
    projection.upkeep &&
    startUpkeep(
      { statements: projection.upkeep, schema: schemaOf(name, version) },
      {
        ...options,
        position: () => {
          const { status, position } = runner.state()
          return status === 'running' ? position : undefined
        },
      },
    )
  return {
    state: () => ({ version, ...describe(name, runner.state()) }),
    stop: async () => {
      await upkeep?.stop()
      await runner.stop()
    },
  }
}

/** Milliseconds that an index may take; of a million rows it is about half a minute. */
const indexPatience = 3_600_000

const makeIndex = async (connection: Connection, statement: string) => {
  await connection.query('begin')
  try {
    await connection.query(`set local statement_timeout = ${indexPatience}`)
    await connection.query(`set local maintenance_work_mem = '256MB'`)
    // Over the connection's own limit; its types do not know that a query may have one.
    const query: pg.QueryConfig & { query_timeout: number } = {
      text: statement,
      query_timeout: indexPatience,
    }
    await connection.query(query)
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback')
    throw error
  }
}

/** What a runner of either kind tells of itself. */
export const describe = (name: string, state: CatchUpState): RunnerState => {
  const behind = state.position < state.head
  const upToDateAt = Math.max(state.caughtUpAt, state.seenAt?.getTime() ?? 0)
  const running = state.building ? ('building' as const) : ('serving' as const)
  return {
    name,
    status: state.status === 'running' ? running : state.status,
    position: state.position,
    parked: state.parked.streams,
    lagSeconds: behind && upToDateAt > 0 ? Math.max(0, (Date.now() - upToDateAt) / 1_000) : 0,
    ...(state.problem ? { problem: state.problem } : {}),
  }
}
