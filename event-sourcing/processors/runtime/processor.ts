import type { EventStore, Position, RecordedEvent } from '../../event-store/event-store.ts'
import type { Log } from '../../log.ts'
import type { Connection, Pool } from '../../postgres/pool.ts'
import type { Tracing } from '../../tracing.ts'
import type { CheckpointKey } from './checkpoint.ts'
import type { ModeState } from './mode.ts'
import type { ParkedSummary } from './parked-streams.ts'

/** What distinguishes projectors, reactors and followers; they share everything else. */
export type Processor = CheckpointKey & {
  eventTypes: string[] | 'all'
  /**
   * Whether every commit must survive a crash of Postgres. If not, the events of a lost commit are
   * handled again.
   */
  durable: boolean
  /**
   * Events whose commit must survive a crash anyway, because a response said that they took effect.
   */
  durableTypes?: string[]
  /** Whether an event that cannot be handled ends the lease; otherwise its stream is parked. */
  neverParks?: boolean
  /** Runs once per lease, under the lock. Creates what is missing, including the checkpoint. */
  prepare: (connection: Connection) => Promise<{ building: boolean } | { standby: string }>
  /** Runs in the transaction that moves the checkpoint, only with events of `eventTypes`. */
  handle: (events: RecordedEvent[], connection: Connection) => Promise<void>
  /** Called, while `handle` is still busy, with the events that will be passed to it next. */
  prefetch?: (events: RecordedEvent[]) => void
  /**
   * Returns a `notify` statement, which is sent once everything up to the position is committed.
   */
  announcement: (position: Position, parked: ParkedSummary) => string | null
  /** Called at the head of the log while building; returns true if this version serves now. */
  takeOver?: (connection: Connection, position: Position) => Promise<boolean>
  /** Called every few seconds while serving; `atHead` means that the whole log is processed. */
  maintain?: (connection: Connection, atHead: boolean) => Promise<void>
}

export type ProcessorOptions = {
  pool: Pool
  eventStore: EventStore
  log: Log
  /** The maximum number of events per batch. Default 500. */
  batchSize?: number
  /** How often a standby tries to become the active process, in milliseconds. Default 500. */
  standbyPause?: number
  /** How often a parked stream is retried, in milliseconds. Default: one minute. */
  retryPause?: number
  /** How often a projection's upkeep runs, in milliseconds. Default 5,000. */
  upkeepRound?: number
  /** Makes a span for each event that belongs to a trace. */
  tracing?: Tracing | undefined
}

/** What a processor reports. Each part of a lease changes its own fields. */
export type ProcessorState = ModeState & {
  /** Only `openCheckpointer` moves it. */
  position: Position
  /** When the log recorded the event at `position`. */
  seenAt: Date | null
  /** The head that `isAtHead` last saw. */
  head: Position
  /** When `isAtHead` last asked for the head, in milliseconds since 1970, like `caughtUpAt`. */
  headAt: number
  caughtUpAt: number
  /** Set while `problem` says that the log was replaced, until the right log is back. */
  logReplaced?: true
  /** As of the last commit. */
  parked: ParkedSummary
}

export type Lease = ProcessorOptions & {
  processor: Processor
  /** The connection that holds the processor's lock. */
  connection: Connection
  lost: Promise<never>
  state: ProcessorState
  signal: AbortSignal
}

export const relevantEvents = (
  { eventTypes }: Processor,
  events: RecordedEvent[],
): RecordedEvent[] =>
  eventTypes === 'all' ? events : events.filter(({ type }) => eventTypes.includes(type))
