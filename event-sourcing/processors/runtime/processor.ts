import type { EventStore, Position, RecordedEvent } from '../../event-store/event-store.ts'
import type { Log } from '../../log.ts'
import type { Connection, Pool } from '../../postgres/pool.ts'
import type { Tracing } from '../../tracing.ts'
import type { CheckpointKey } from './checkpoint.ts'
import type { ModeState } from './mode.ts'
import type { ParkedSummary } from './parked-streams.ts'

/** The parts that projectors and reactors define; they share everything else about a processor. */
export type Processor = CheckpointKey & {
  /** The types that it handles, or all of them. */
  eventTypes: string[] | 'all'
  /** Whether a commit must survive a crash of Postgres, or may be lost and redone. */
  durable: boolean
  /** Events whose commit must survive a crash anyway: a response says that they took effect. */
  durableTypes?: string[]
  /** An event that cannot be handled ends the lease, instead of parking its stream. */
  neverParks?: boolean
  /** Runs once per lease, under the lock: creates what is missing, including the checkpoint row. */
  prepare: (connection: Connection) => Promise<{ building: boolean } | { standby: string }>
  /** Runs inside the transaction that moves the checkpoint; gets only events of `eventTypes`. */
  handle: (events: RecordedEvent[], connection: Connection) => Promise<void>
  /** Prefetch: gets the events of `eventTypes` that `handle` gets next, while it is still busy. */
  prefetch?: (events: RecordedEvent[]) => void
  /** Returns a `notify` statement to send once everything up to the position is committed. */
  announcement: (position: Position, parked: ParkedSummary) => string | null
  /** Called while building, once at the head: returns true when this version serves from now on. */
  takeOver?: (connection: Connection, position: Position) => Promise<boolean>
  /** Called every few seconds while it serves; `atHead`: it has processed the whole log. */
  maintain?: (connection: Connection, atHead: boolean) => Promise<void>
}

export type ProcessorOptions = {
  pool: Pool
  eventStore: EventStore
  log: Log
  /** The maximum number of events per batch. Default 500. */
  batchSize?: number
  /** Milliseconds between two tries of a standby to become the active one. Default 500. */
  standbyPause?: number
  /** Milliseconds between two tries of a parked stream. Default a minute. */
  retryPause?: number
  /** Milliseconds between two rounds of a projection's upkeep. Default 5000. */
  upkeepRound?: number
  /** Makes a span for each event that belongs to a trace. */
  tracing?: Tracing | undefined
}

/** What a processor reports; a lease's parts change it, each its own fields. */
export type ProcessorState = ModeState & {
  /** `openCheckpointer` moves it. */
  position: Position
  /** When the log recorded the event at `position`. */
  seenAt: Date | null
  /** As `isAtHead` last saw it. */
  head: Position
  /** Milliseconds since 1970, as is `caughtUpAt`. */
  headAt: number
  caughtUpAt: number
  /** Whether `problem` is that the log was replaced: it ends when the log is the right one again. */
  logReplaced?: true
  /** As `commit` last committed it. */
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

/** The events that a processor handles, out of all given events. */
export const relevantEvents = (
  { eventTypes }: Processor,
  events: RecordedEvent[],
): RecordedEvent[] =>
  eventTypes === 'all' ? events : events.filter(({ type }) => eventTypes.includes(type))
