import type pg from 'pg'
import type { Position, RecordedEvent } from '../event-store/event-store.ts'
import { isMissingTable } from '../postgres/errors.ts'
import { type Connection, inTransaction, type Pool } from '../postgres/pool.ts'
import { CheckpointMoved } from './runtime/checkpoint.ts'
import { type ProcessorStatus, statusOf } from './runtime/mode.ts'
import type { ProcessorOptions, ProcessorState } from './runtime/processor.ts'
import { startProcessor } from './runtime/start-processor.ts'
import { startUpkeep } from './upkeep.ts'
import { dropOldVersions, prepareVersion, takeOver } from './version.ts'
import { schemaOf, tablesExist } from './version-tables.ts'

export type Projection = {
  /** Lower case, digits, `_` and `-`, at most 40 characters. The schema is `<name>_v<version>`. */
  name: string
  /**
   * Starts at 1. Raise it whenever `tables` changes, or the rows that `apply` writes for an event.
   */
  version: number
  /** SQL that creates the tables, using unqualified names. */
  tables: string
  /**
   * `create index if not exists ...` statements for indexes that only reads need and that are
   * expensive to maintain while hundreds of thousands of rows are written, such as a trigram index.
   * They are created once the version has caught up, before it takes over; the very first version
   * serves without them until then. While they are being created, batches wait but readers do not.
   */
  lateIndexes?: string[]
  /**
   * Statements that complete work that batches postpone for speed, such as an index's list of
   * pending entries. They run every few seconds while this process feeds the version, in parallel
   * with its batches.
   */
  upkeep?: string[]
  /** Which of the tables are published as `read.<name>` while this version serves. */
  views: string[]
  /** Events of other types only move the checkpoint. */
  eventTypes: string[]
  /**
   * Events that the tables must not lose if Postgres crashes, because a command's response said
   * that they took effect (`config.takesEffectIn`): their commit waits for the disk.
   */
  durableTypes?: string[]
  /**
   * Writes the changes for the events, which come in log order, in a fixed number of statements. It
   * runs inside the transaction that moves the checkpoint, with the version's schema as the search
   * path. If it throws for any reason other than an unavailable dependency, an event is bad: after
   * some tries, that event's stream is parked, and everything else continues. The rows written for
   * one stream must therefore not depend on earlier events of another stream, except by throwing.
   */
  apply: (events: RecordedEvent[], connection: Connection) => Promise<void>
  /**
   * Prefetch hook: gets the events that `apply` will probably get next, while `apply` is still
   * working on the previous ones. Work that needs only these events can begin. Must not throw.
   */
  prefetch?: (events: RecordedEvent[]) => void
}

type ProjectorSummary = ProcessorSummary & { version: number }

export type ProcessorSummary = {
  name: string
  /** `standby`: another process runs it, or `problem` says why this process must not run it. */
  status: ProcessorStatus
  position: Position
  /** Seconds since it was last known to be at the head of the log; 0 while it is there. */
  lagSeconds: number
  /** The number of parked streams, each of which waits at an event that cannot be applied. */
  parked: number
  /** Why it is not running. */
  problem?: { reason: string }
}

export type RunningProjector = {
  state: () => ProjectorSummary
  /** Finishes the current batch. Never rejects. */
  stop: () => Promise<void>
}

/**
 * Keeps a projection's tables up to date with the log for as long as the process lives, even if
 * dependencies become unavailable and come back. Only one process does the work; others stand by.
 * Once the version serves, each commit is followed by this notification: `notify projection,
 * '<name> <position> <version> <retries> <parked from>'`. `<retries>` says how often parked events
 * were retried; `<parked from>` is the first parked event's position or `-`.
 */
export const startProjector = (
  projection: Projection,
  options: ProcessorOptions,
): RunningProjector => {
  const { name, version } = projection
  const lateIndexes = openLateIndexes(projection.lateIndexes ?? [])
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(name))
    throw new TypeError(`Invalid name of a projection: ${name}`)
  const processor = startProcessor(
    {
      kind: 'projection',
      name,
      version,
      eventTypes: projection.eventTypes,
      // A crash loses rows and checkpoint together; both are then rebuilt from the log.
      durable: false,
      ...(projection.durableTypes ? { durableTypes: projection.durableTypes } : {}),
      prepare: async (connection) => {
        lateIndexes.reset()
        const prepared = await prepareVersion(connection, projection)
        if ('building' in prepared && !prepared.building)
          await dropOldVersions(connection, projection)
        return prepared
      },
      handle: async (events, connection) => {
        try {
          await projection.apply(events, connection)
        } catch (error) {
          // Uses another connection, because the failed statement has aborted this one's
          // transaction.
          if (isMissingTable(error)) await assertTablesExist(options.pool, projection, false)
          throw error
        }
      },
      ...(projection.prefetch ? { prefetch: projection.prefetch } : {}),
      announcement: (position, { retries, firstPosition }) =>
        `notify projection, '${name} ${position} ${version} ${retries} ${firstPosition ?? '-'}'`,
      takeOver: async (connection, position) => {
        await lateIndexes.create(connection)
        return takeOver(connection, projection, position)
      },
      maintain: async (connection, atHead) => {
        await assertTablesExist(connection, projection, true)
        if (atHead) await lateIndexes.create(connection)
        await dropOldVersions(connection, projection)
      },
    },
    options,
  )
  const upkeep = startProjectionUpkeep(projection, processor.state, options)
  return {
    state: () => ({ version, ...summaryOf(name, processor.state()) }),
    stop: async () => {
      await upkeep?.stop()
      await processor.stop()
    },
  }
}

/** If someone dropped tables while the shop was running, the next lease rebuilds them. */
const assertTablesExist = async (
  source: Pool | Connection,
  projection: Projection,
  serves: boolean,
) => {
  if (!(await tablesExist(source, { ...projection, serves })))
    throw new CheckpointMoved(`Tables of ${projection.name} are gone`)
}

const startProjectionUpkeep = (
  { name, version, upkeep: statements }: Projection,
  state: () => ProcessorState,
  options: ProcessorOptions,
) => {
  const position = () =>
    ['building', 'serving'].includes(statusOf(state())) ? state().position : undefined
  return (
    statements &&
    startUpkeep({ statements, schema: schemaOf(name, version) }, { ...options, position })
  )
}

/** The reported state of a projector or reactor. */
export const summaryOf = (name: string, state: ProcessorState): ProcessorSummary => {
  const behind = state.position < state.head
  const upToDateAt = Math.max(state.caughtUpAt, state.seenAt?.getTime() ?? 0)
  return {
    name,
    status: statusOf(state),
    position: state.position,
    parked: state.parked.streams,
    lagSeconds: behind && upToDateAt > 0 ? Math.max(0, (Date.now() - upToDateAt) / 1_000) : 0,
    ...(state.problem ? { problem: state.problem } : {}),
  }
}

/** The timeout for creating an index, in milliseconds. A million rows take about half a minute. */
const indexTimeout = 3_600_000

const createIndex = (connection: Connection, statement: string) =>
  inTransaction(connection, async () => {
    await connection.query(`set local statement_timeout = ${indexTimeout}`)
    await connection.query(`set local maintenance_work_mem = '256MB'`)
    // Overrides the connection's own timeout; `pg`'s types lack the per-query option.
    const query: pg.QueryConfig & { query_timeout: number } = {
      text: statement,
      query_timeout: indexTimeout,
    }
    await connection.query(query)
  })

/** Creates a version's late indexes once, or again after `reset`. */
const openLateIndexes = (statements: string[]) => {
  let created = false
  return {
    create: async (connection: Connection) => {
      if (created) return
      for (const statement of statements) await createIndex(connection, statement)
      created = true
    },
    reset: () => {
      created = false
    },
  }
}
