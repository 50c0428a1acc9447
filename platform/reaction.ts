import { startCatchUp } from './catch-up.ts'
import { beginning, type RecordedEvent } from './event-store.ts'
import { insertEntries, type OutboxEntry, outboxChannel } from './outbox.ts'
import { describe, type RunnerState } from './projection.ts'
import type { CatchUpOptions } from './runner.ts'

export type Reaction = {
  /** Lower case, digits, `_` and `-`. Its checkpoint goes by it: never rename a reaction. */
  name: string
  eventTypes: string[]
  /** What the event asks for: usually nothing or one entry, and never two of one kind. */
  react: (event: RecordedEvent) => OutboxEntry[]
  /** Hours after which an event is too old to do anything about, by `metadata.at`. Default 72. */
  horizonHours?: number
}

export type RunningReaction = {
  state: () => RunnerState
  /** Finishes the batch at hand. Never rejects. */
  stop: () => Promise<void>
}

/**
 * Writes into the outbox what events ask for, each entry in the transaction that moves the
 * reaction's only checkpoint; never versioned and never rebuilt. What a too old event asks for is
 * recorded as `too-old`, so that a log that is read again from its beginning sends nothing. Workers
 * hear of new entries by `notify outbox`.
 */
export const startReaction = (reaction: Reaction, options: CatchUpOptions): RunningReaction => {
  const { name, react, horizonHours = 72 } = reaction
  const runner = startCatchUp(
    {
      kind: 'reaction',
      name,
      version: 0,
      eventTypes: reaction.eventTypes,
      // A checkpoint that is lost after its mail went out would send the mail again.
      durable: true,
      prepare: async (connection) => {
        await connection.query(
          `insert into public.checkpoint (kind, name, version, position)
           values ('reaction', $1, 0, $2) on conflict do nothing`,
          [name, String(beginning)],
        )
        // Ahead of a log that was restored, it would pass over what happens from now on. The outbox
        // knows what was asked for already: nothing goes out twice.
        const head = await options.eventStore.headPosition().catch(() => undefined)
        if (head !== undefined)
          await connection.query(
            `update public.checkpoint set position = $2
              where kind = 'reaction' and name = $1 and position > $2`,
            [name, String(head)],
          )
        return { building: false }
      },
      handle: async (events, connection) => {
        const horizon = Date.now() - horizonHours * 3_600_000
        const entries = events.flatMap((event) => {
          const happenedAt = timeOf(event)
          const tooOld = happenedAt.getTime() < horizon
          return react(event).map(({ kind }) => ({
            event,
            happenedAt: happenedAt.toISOString(),
            kind,
            tooOld,
          }))
        })
        await insertEntries(connection, name, entries)
      },
      announcement: () => `notify ${outboxChannel}`,
    },
    options,
  )
  return { state: () => describe(name, runner.state()), stop: runner.stop }
}

/** The business time, which a backdated or imported event says itself. */
const timeOf = (event: RecordedEvent): Date => {
  const { at } = event.metadata
  const time = new Date(typeof at === 'string' ? at : Number.NaN)
  return Number.isNaN(time.getTime()) ? event.recordedAt : time
}
