import type pg from 'pg'
import type { Position, RecordedEvent } from '../event-store/event-store.ts'
import { isMissingTable } from '../postgres/errors.ts'
import { type Connection, inTransaction, type Pool } from '../postgres/pool.ts'
import { CheckpointMoved } from './runtime/checkpoint.ts'
import { type ProcessorStatus, statusOf } from './runtime/mode.ts'
import type { ProcessorOptions, ProcessorState } from './runtime/processor.ts'
import { startProcessor } from './runtime/start-processor.ts'
import { announcementOf } from './served-positions.ts'
import { startUpkeep } from './upkeep.ts'
import { dropOldVersions, prepareVersion, takeOver } from './version.ts'
import { schemaOf, tablesExist } from './version-tables.ts'

export type Projection = {
  /**
   * Lower case letters, digits, `_` and `-`, at most 40 characters. The tables' schema is
   * `<name>_v<version>`.
   */
  name: string
  /** From 1. Raise it whenever `tables` changes, or the rows that `apply` writes for an event. */
  version: number
  /** SQL that creates the tables, with unqualified names. */
  tables: string
  /**
   * `create index if not exists ...` statements for indexes that only reads need, and that are
   * expensive to maintain while hundreds of thousands of rows are written, such as a trigram index.
   * They are created when the version has caught up, before it takes over; the very first version
   * serves without them until then. Batches wait while an index is created; readers do not.
   */
  lateIndexes?: string[]
  /**
   * Statements that finish work which batches postpone for speed, such as an index's list of
   * pending entries. They run every few seconds while this process feeds the version, in parallel
   * with its batches.
   */
  upkeep?: string[]
  /** The tables that are published as `read.<name>` while this version serves. */
  views: string[]
  /** The types of the events passed to `apply`. Events of other types only move the checkpoint. */
  eventTypes: string[]
  /**
   * Events that the tables must not lose if Postgres crashes: their commit waits for the disk,
   * because a command's response said that they took effect (`config.takesEffectIn`).
   */
  durableTypes?: string[]
  /**
   * Writes the changes for these events, which are in log order, in a fixed number of statements.
   * It runs in the transaction that moves the checkpoint, with the version's schema as the search
   * path.
   *
   * If it throws while all dependencies are available, an event is bad: after some tries, that
   * event's stream is parked, and all other streams continue. So events of other streams may be
   * missing when this one is applied. `apply` may throw because of that, but what it writes for an
   * event must not depend on other streams.
   */
  apply: (events: RecordedEvent[], connection: Connection) => Promise<void>
  /**
   * Called, while `apply` is still busy, with the events that will probably be passed to it next,
   * so that work that needs only these events can begin. Must not throw.
   */
  prefetch?: (events: RecordedEvent[]) => void
}

type ProjectorSummary = ProcessorSummary & { version: number }

export type ProcessorSummary = {
  name: string
  /** `standby`: another process does the work, or `problem` says why this process must not. */
  status: ProcessorStatus
  position: Position
  /**
   * Seconds since the processor was last known to be at the head, or since its last event was
   * recorded if that is later; 0 at the head.
   */
  lagSeconds: number
  parked: number
  problem?: { reason: string }
}

export type RunningProjector = {
  state: () => ProjectorSummary
  /** Finishes the current batch. Never rejects. */
  stop: () => Promise<void>
}

/**
 * Keeps a projection's tables up to date with the log as long as the process lives, even if
 * dependencies are unavailable for a while. Only one process does the work; others stand by.
 *
 * Once the version serves, each commit sends a notification (`announcementOf`).
 */
export const startProjector = (
  projection: Projection,
  options: ProcessorOptions,
): RunningProjector => {
  const { name, version } = projection
  const lateIndexes = openLateIndexes(projection.lateIndexes ?? [])
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(name)) throw new TypeError(`Invalid projection name: ${name}`)
  const processor = startProcessor(
    {
      kind: 'projection',
      name,
      version,
      eventTypes: projection.eventTypes,
      // A crash of Postgres loses rows and checkpoint together, and the log still has their events.
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
          // Check on another connection: the failed statement has aborted this one's transaction.
          if (isMissingTable(error)) await assertTablesExist(options.pool, projection, false)
          throw error
        }
      },
      ...(projection.prefetch ? { prefetch: projection.prefetch } : {}),
      announcement: (position, parked) => announcementOf(projection, position, parked),
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

/**
 * Throws if someone dropped the version's tables while the shop runs. This ends the lease, and the
 * next lease rebuilds the tables.
 */
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

/** Timeout for creating an index, in milliseconds. A million rows take about half a minute. */
const indexTimeout = 3_600_000

const createIndex = (connection: Connection, statement: string) =>
  inTransaction(connection, async () => {
    await connection.query(`set local statement_timeout = ${indexTimeout}`)
    await connection.query(`set local maintenance_work_mem = '256MB'`)
    // Replaces the connection's own timeout. `pg`'s types lack this option of a query.
    const query: pg.QueryConfig & { query_timeout: number } = {
      text: statement,
      query_timeout: indexTimeout,
    }
    await connection.query(query)
  })

/** Creates a version's late indexes once, and once more after `reset`. */
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
