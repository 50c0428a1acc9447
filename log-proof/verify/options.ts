import type { KeyObject } from 'node:crypto'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Verifier } from '../note.ts'
import type { StoredLog } from './stored-events.ts'

/** A difference from what was signed. */
export type Finding = {
  /** The event's index, from 0; for a checkpoint, the number of events that it covers. */
  index: number
  what: string
}

export type VerifyLogOptions = {
  pool: Pool
  log: StoredLog
  /**
   * Returns the log's keys for its origin. They come from `LOG_SIGNING_KEY`, not from the database.
   */
  keysOf: (origin: string) => Verifier[]
  /** The key of the writer's MACs; without it, MACs are not checked. */
  writerKey?: KeyObject | undefined
  /** An earlier checkpoint, which the auditor kept. */
  since?: string | undefined
  onProgress?: (events: number, ofAbout: number) => void
}
