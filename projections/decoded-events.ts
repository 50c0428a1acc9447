import type { Actor } from '@strand/contracts/envelope'
import type { EventCodec, EventDefinition, EventOf } from '@strand/contracts/event-codec'
import type { RecordedEvent } from '@strand/platform/event-store/event-store'

export type DecodedEvent<Event> = {
  event: Event
  /** Business time of the event, ISO 8601. */
  at: string
  actor: Actor
  recorded: RecordedEvent
}

/**
 * Decodes stored events. An event that breaks its schema throws, which parks its stream: skipping it
 * would leave a read model that nobody can trust.
 */
export const decodeEvents = <Definition extends EventDefinition>(
  codec: EventCodec<Definition>,
  recorded: RecordedEvent[],
): DecodedEvent<EventOf<Definition>>[] =>
  recorded.map((one) => {
    const { event, metadata } = codec.decode(one)
    return { event, at: metadata.at, actor: metadata.actor, recorded: one }
  })

/**
 * Prefetches: reads a batch while the previous one is being written. The read starts only once that
 * write has begun (`meanwhile`): before then, the current batch needs this thread, and Postgres
 * waits for it. A batch that arrives in a different form than it was shown, such as in parts after
 * a failure, is read again; so is a batch that is retried, since what failed may work by now.
 */
export const prefetchingReader = <Batch>(read: (recorded: RecordedEvent[]) => Promise<Batch>) => {
  let prefetched: { recorded: RecordedEvent[]; batch: Promise<Batch> } | undefined
  let upcoming: RecordedEvent[] | undefined
  let isWriting = false
  const startPrefetch = () => {
    if (!upcoming || !isWriting) return
    const batch = read(upcoming)
    // A failure matters only if `of` asks for the batch.
    batch.catch(() => {})
    prefetched = { recorded: upcoming, batch }
    upcoming = undefined
  }
  return {
    prefetch: (recorded: RecordedEvent[]) => {
      upcoming = recorded
      startPrefetch()
    },
    read: (recorded: RecordedEvent[]): Promise<Batch> => {
      const same =
        prefetched?.recorded.length === recorded.length &&
        prefetched.recorded.at(-1) === recorded.at(-1)
      if (!prefetched || !same) return read(recorded)
      const { batch } = prefetched
      prefetched = undefined
      return batch
    },
    whileWriting: async (writing: Promise<unknown>) => {
      isWriting = true
      startPrefetch()
      await writing.finally(() => {
        isWriting = false
      })
    },
  }
}
