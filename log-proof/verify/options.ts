import type { KeyObject } from 'node:crypto'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Verifier } from '../note.ts'
import type { StoredLog } from './stored-events.ts'

/** Something that differs from what was signed. */
export type Finding = {
  /** The event's index, from 0; for a checkpoint, the number of events that it covers. */
  index: number
  what: string
}

export type VerifyLogOptions = {
  /** The database with the tree. */
  pool: Pool
  log: StoredLog
  /** The log's keys for its origin: from `LOG_SIGNING_KEY`, not from the database. */
  keysOf: (origin: string) => Verifier[]
  /** The key of the writers' MACs; without it, MACs are not checked. */
  writerKey?: KeyObject | undefined
  /** A checkpoint that the auditor has kept. */
  since?: string | undefined
  onProgress?: (events: number, ofAbout: number) => void
}
