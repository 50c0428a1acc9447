import type { CheckpointKey } from './checkpoint.ts'
import type { EventStore, Position, RecordedEvent } from './event-store.ts'
import type { Log } from './log.ts'
import type { Parked } from './parked.ts'
import type { Connection, Pool } from './postgres.ts'

/** What projections and reactions fill in; everything else they have in common is here. */
export type Runner = CheckpointKey & {
  eventTypes: string[]
  /** Whether a commit must outlive a crash of Postgres, or may be lost and made again. */
  durable: boolean
  /** Events whose commit must outlive a crash all the same: somebody is told that they took effect. */
  durableTypes?: string[]
  /** Once a term, under the lock: makes what is missing, the checkpoint's row too. */
  prepare: (connection: Connection) => Promise<{ building: boolean } | { standby: string }>
  /** Inside the transaction that moves the checkpoint; gets events of `eventTypes` only. */
  handle: (events: RecordedEvent[], connection: Connection) => Promise<void>
  /** Events of `eventTypes` that `handle` gets next, while it is at work on the ones before. */
  ahead?: (events: RecordedEvent[]) => void
  /** A `notify` statement to send once everything up to the position is committed. */
  announcement: (position: Position, parked: Parked) => string | null
  /** While building, once at the head: true when this version serves from now on. */
  takeOver?: (connection: Connection, position: Position) => Promise<boolean>
  /** Every few seconds while it serves; `atHead`: nothing of the log is left to be passed. */
  atRest?: (connection: Connection, atHead: boolean) => Promise<void>
}

export type CatchUpOptions = {
  pool: Pool
  eventStore: EventStore
  log: Log
  /** Events a batch, at most. Default 500. */
  batchSize?: number
  /** Milliseconds between two tries of a standby to become the active one. Default 500. */
  standbyPause?: number
  /** Milliseconds between two tries of a parked stream. Default a minute. */
  retryPause?: number
  /** Milliseconds between two rounds of a projection's upkeep. Default 5000. */
  upkeepRound?: number
}

export type CatchUpState = {
  status: RunnerStatus
  building: boolean
  position: Position
  /** When the log took the event at the position. */
  seenAt: Date | null
  head: Position
  /** Milliseconds since 1970, as the next one. */
  headAt: number
  caughtUpAt: number
  parked: Parked
  /** Why it does not run. */
  problem?: { reason: string }
}

type RunnerStatus = 'running' | 'standby' | 'stopped' | 'reconnecting'
