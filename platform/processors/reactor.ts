import { beginning, type RecordedEvent } from '../event-store/event-store.ts'
import { insertEntries, type OutboxEntry, outboxChannel } from '../jobs/outbox.ts'
import { findPlace } from './find-place.ts'
import { type ProcessorSummary, summaryOf } from './projector.ts'
import type { ProcessorOptions } from './runtime/processor.ts'
import { startProcessor } from './runtime/start-processor.ts'

export type Reactor = {
  /** Lower case, digits, `_` and `-`. It identifies the checkpoint: never rename a reactor. */
  name: string
  eventTypes: string[]
  /** The outbox entries that the event requires: usually none or one, never two of one kind. */
  react: (event: RecordedEvent) => OutboxEntry[]
  /** Hours after which, by `metadata.at`, an event is too old to act on. Default 72. */
  horizonHours?: number
}

export type RunningReactor = {
  state: () => ProcessorSummary
  /** Finishes the current batch. Never rejects. */
  stop: () => Promise<void>
}

/**
 * Writes the entries that events require into the outbox, each in the transaction that moves the
 * reactor's only checkpoint. A reactor is never versioned and never rebuilt. Entries for events
 * that are too old are recorded as `too-old`, so that reading the log again from its beginning
 * sends nothing. `notify outbox` tells workers about new entries. Decision 025.
 */
export const startReactor = (reactor: Reactor, options: ProcessorOptions): RunningReactor => {
  const { name, react, horizonHours = 72 } = reactor
  const processor = startProcessor(
    {
      kind: 'reaction',
      name,
      version: 0,
      eventTypes: reactor.eventTypes,
      // If a checkpoint were lost after its mail was sent, the mail would be sent again.
      durable: true,
      prepare: async (connection) => {
        await connection.query(
          `insert into public.checkpoint (kind, name, version, position)
           values ('reaction', $1, 0, $2) on conflict do nothing`,
          [name, String(beginning)],
        )
        await findPlace(connection, name, options.eventStore)
        return { building: false }
      },
      handle: async (events, connection) => {
        const horizon = Date.now() - horizonHours * 3_600_000
        const entries = events.flatMap((event) => {
          const happenedAt = timeOf(event)
          const tooOld = happenedAt.getTime() < horizon
          return react(event).map((entry) => ({
            ...entry,
            event,
            happenedAt: happenedAt.toISOString(),
            tooOld,
          }))
        })
        await insertEntries(connection, name, entries)
      },
      announcement: () => `notify ${outboxChannel}`,
    },
    options,
  )
  return { state: () => summaryOf(name, processor.state()), stop: processor.stop }
}

/** The business time, which a backdated or imported event states itself. */
const timeOf = (event: RecordedEvent): Date => {
  const { at } = event.metadata
  const time = new Date(typeof at === 'string' ? at : Number.NaN)
  return Number.isNaN(time.getTime()) ? event.recordedAt : time
}
