import { EventMetadata } from '@strand/contracts/envelope'
import type { RecordedEvent } from '@strand/platform/event-store'
import type { z } from 'zod'

export type Read<Event> = {
  event: Event
  /** Business time of the event, ISO 8601. */
  at: string
  actor: EventMetadata['actor']
  recorded: RecordedEvent
}

/**
 * Parses stored events with a feature's contract. An event that breaks its contract throws, which
 * parks its stream: skipping it would leave a read model that nobody can trust.
 */
export const readEvents = <Schema extends z.ZodType>(
  schema: Schema,
  recorded: RecordedEvent[],
): Read<z.infer<Schema>>[] =>
  recorded.map((one) => {
    const { at, actor } = EventMetadata.parse(one.metadata)
    return { event: schema.parse({ type: one.type, data: one.data }), at, actor, recorded: one }
  })

/**
 * Prefetches: reads a batch while the previous one is being written. The read starts only once that
 * write has begun (`meanwhile`): before then, the current batch needs this thread, and Postgres
 * waits for it. A batch that arrives in a different form than it was shown, such as in parts after
 * a failure, is read again; so is a batch that is retried, since what failed may work by now.
 */
export const readingAhead = <Batch>(read: (recorded: RecordedEvent[]) => Promise<Batch>) => {
  let begun: { recorded: RecordedEvent[]; batch: Promise<Batch> } | undefined
  let shown: RecordedEvent[] | undefined
  let isWriting = false
  const beginWhatIsShown = () => {
    if (!shown || !isWriting) return
    const batch = read(shown)
    // A failure matters only if `of` asks for the batch.
    batch.catch(() => {})
    begun = { recorded: shown, batch }
    shown = undefined
  }
  return {
    show: (recorded: RecordedEvent[]) => {
      shown = recorded
      beginWhatIsShown()
    },
    of: (recorded: RecordedEvent[]): Promise<Batch> => {
      const same =
        begun?.recorded.length === recorded.length && begun.recorded.at(-1) === recorded.at(-1)
      if (!begun || !same) return read(recorded)
      const { batch } = begun
      begun = undefined
      return batch
    },
    meanwhile: async (writing: Promise<unknown>) => {
      isWriting = true
      beginWhatIsShown()
      await writing.finally(() => {
        isWriting = false
      })
    },
  }
}
