import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { Now } from '@strand/platform/clock'
import type { Origin } from '@strand/platform/http/command-origin'

/** A task that deletes data which the shop no longer keeps. */
export type RetentionTask = {
  eventStore: EventStore
  pool: Pool
  now: Now
  /** Stops the work after the current item; the next round continues. */
  signal?: AbortSignal
}

const day = 24 * 3_600_000

export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * day)

/** The origin of an automatic deletion at the end of a retention time. */
export const retentionOrigin = (commandId: string, at: Date): Origin => ({
  commandId,
  correlationId: commandId,
  at,
  actor: { kind: 'system', id: 'retention' },
})
