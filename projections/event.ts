import { EventMetadata } from '@strand/contracts/envelope'
import type { RecordedEvent } from '@strand/platform/event-store'
import type { z } from 'zod'

export type Read<Event> = {
  event: Event
  /** The business's time of the event, ISO 8601. */
  at: string
  actor: EventMetadata['actor']
  recorded: RecordedEvent
}

/**
 * Stored events as a feature's contract knows them. An event that breaks its contract throws, which
 * parks its stream: skipping it would make a read model that nobody can trust.
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
 * Reads a batch while the one before is being written. What it costs this thread waits for that
 * moment (`meanwhile`): before, the batch at hand needs the thread, and Postgres waits for it. A batch
 * that comes otherwise than it was shown, such as in parts after a failure, is read anew; so is one
 * that comes again, since what failed may work by now.
 */
export const readingAhead = <Batch>(read: (recorded: RecordedEvent[]) => Promise<Batch>) => {
  let begun: { recorded: RecordedEvent[]; batch: Promise<Batch> } | undefined
  let shown: RecordedEvent[] | undefined
  let isWriting = false
  const beginWhatIsShown = () => {
    if (!shown || !isWriting) return
    const batch = read(shown)
    // Whether it matters shows when it is asked for.
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
