import { beginning, type RecordedEvent } from '../event-store/event-store.ts'
import { insertEntries, type OutboxEntry, outboxChannel } from '../outbox/outbox.ts'
import type { Connection } from '../postgres/pool.ts'
import { findPlace } from './find-place.ts'
import { type ProcessorSummary, summaryOf } from './projector.ts'
import type { ProcessorOptions } from './runtime/processor.ts'
import { startProcessor } from './runtime/start-processor.ts'

export type Reactor = {
  /**
   * Lower case letters, digits, `_` and `-`. The name identifies the checkpoint: never rename a
   * reactor.
   */
  name: string
  eventTypes: string[]
  /**
   * The outbox entries that the event requires: usually none or one, never two of the same kind.
   */
  react: (event: RecordedEvent) => OutboxEntry[]
  /**
   * An event that happened more than this many hours ago is recorded as too old, and its work is
   * not done. Default 72.
   */
  horizonHours?: number
}

/** An event for a reactor, with the time when it happened, and whether it is too old to act on. */
export type DatedEvent = { event: RecordedEvent; happenedAt: string; tooOld: boolean }

/** A reactor that records its work in a table of its own instead of the outbox. */
type Recorder = Omit<Reactor, 'react'> & {
  /** Runs in the transaction that moves the checkpoint; must be safe to repeat. */
  record: (connection: Connection, events: DatedEvent[]) => Promise<void>
  /** Returns a `notify` statement for the program that does the work. Default: none. */
  announcement?: () => string
}

export type RunningReactor = {
  state: () => ProcessorSummary
  /** Finishes the current batch. Never rejects. */
  stop: () => Promise<void>
}

/**
 * Writes the entries that events require to the outbox, in the transaction that moves the reactor's
 * checkpoint. A reactor has no versions and is never rebuilt. Entries for events that are too old
 * get the state `too-old`: reading the log again from its beginning sends nothing. `notify outbox`
 * wakes the workers.
 */
export const startReactor = (
  { react, ...reactor }: Reactor,
  options: ProcessorOptions,
): RunningReactor =>
  startRecorder(
    {
      ...reactor,
      record: (connection, events) =>
        insertEntries(
          connection,
          reactor.name,
          events.flatMap((dated) => react(dated.event).map((entry) => ({ ...entry, ...dated }))),
        ),
      announcement: () => `notify ${outboxChannel}`,
    },
    options,
  )

/** Runs a reactor that has its own table; otherwise like `startReactor`. */
export const startRecorder = (recorder: Recorder, options: ProcessorOptions): RunningReactor => {
  const { name, record, horizonHours = 72 } = recorder
  const processor = startProcessor(
    {
      kind: 'reaction',
      name,
      version: 0,
      eventTypes: recorder.eventTypes,
      // Losing the checkpoint after an email was sent would send that email again.
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
      handle: (events, connection) => {
        const horizon = Date.now() - horizonHours * 3_600_000
        return record(
          connection,
          events.map((event) => {
            const at = timeOf(event)
            return { event, happenedAt: at.toISOString(), tooOld: at.getTime() < horizon }
          }),
        )
      },
      announcement: recorder.announcement ?? (() => null),
    },
    options,
  )
  return { state: () => summaryOf(name, processor.state()), stop: processor.stop }
}

/** When the event happened: backdated and imported events state that time themselves. */
const timeOf = (event: RecordedEvent): Date => {
  const { at } = event.metadata
  const time = new Date(typeof at === 'string' ? at : Number.NaN)
  return Number.isNaN(time.getTime()) ? event.recordedAt : time
}
