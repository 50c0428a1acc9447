import type { EventStore, Position, RecordedEvent } from '../../event-store/event-store.ts'
import type { Log } from '../../log.ts'
import type { Connection, Pool } from '../../postgres/pool.ts'
import type { Tracing } from '../../tracing.ts'
import type { CheckpointKey } from './checkpoint.ts'
import type { ModeState } from './mode.ts'
import type { ParkedSummary } from './parked-streams.ts'

/**
 * The parts that projectors, reactors and followers define; all else about a processor is shared.
 */
export type Processor = CheckpointKey & {
  /** The event types that it handles. */
  eventTypes: string[] | 'all'
  /** Whether a commit must survive a crash of Postgres, or can be lost and redone. */
  durable: boolean
  /**
   * Events whose commit must survive a crash anyway, because a response says that they took effect.
   */
  durableTypes?: string[]
  /** Whether an event that cannot be handled ends the lease instead of parking its stream. */
  neverParks?: boolean
  /** Runs once per lease, under the lock: creates what is missing, including the checkpoint row. */
  prepare: (connection: Connection) => Promise<{ building: boolean } | { standby: string }>
  /** Runs inside the transaction that moves the checkpoint; gets only events of `eventTypes`. */
  handle: (events: RecordedEvent[], connection: Connection) => Promise<void>
  /** Prefetch: gets the events that `handle` will get next, while `handle` is still busy. */
  prefetch?: (events: RecordedEvent[]) => void
  /** Returns a `notify` statement to send once everything up to the position is committed. */
  announcement: (position: Position, parked: ParkedSummary) => string | null
  /** Called while building, at the head of the log; returns true if this version now serves. */
  takeOver?: (connection: Connection, position: Position) => Promise<boolean>
  /**
   * Called every few seconds while it serves; `atHead` means that it has processed the whole log.
   */
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
  /** How often a projection's upkeep runs, in milliseconds. Default 5000. */
  upkeepRound?: number
  /** Creates a span for each event that belongs to a trace. */
  tracing?: Tracing | undefined
}

/** What a processor reports; each part of a lease changes its own fields. */
export type ProcessorState = ModeState & {
  /** Moved by `openCheckpointer`. */
  position: Position
  /** When the log recorded the event at `position`. */
  seenAt: Date | null
  /** The head that `isAtHead` saw last. */
  head: Position
  /** When the head was last checked, in milliseconds since 1970, like `caughtUpAt`. */
  headAt: number
  caughtUpAt: number
  /** Whether `problem` is a replaced log, which ends when the right log is back. */
  logReplaced?: true
  /** As of the last `commit`. */
  parked: ParkedSummary
}

/** What the parts of one lease share. */
export type Lease = ProcessorOptions & {
  processor: Processor
  /** Holds the processor's lock. */
  connection: Connection
  /** Rejects when the connection is lost. */
  lost: Promise<never>
  state: ProcessorState
  /** Aborted when the processor has to stop. */
  signal: AbortSignal
}

/** Which of the events a processor handles. */
export const relevantEvents = (
  { eventTypes }: Processor,
  events: RecordedEvent[],
): RecordedEvent[] =>
  eventTypes === 'all' ? events : events.filter(({ type }) => eventTypes.includes(type))
