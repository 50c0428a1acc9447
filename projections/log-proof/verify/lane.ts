import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'

/**
 * The maximum number of events that wait in a lane; if there are more, the reader of the log waits.
 */
const maxWaiting = 2_000

/**
 * Applies batches at its own pace, so that a slow read model does not delay the others. Events that
 * arrive during a batch form the next batch. After a failure, `done` rejects, and so does `add`
 * once the lane is full.
 */
export const openLane = (apply: (events: RecordedEvent[]) => Promise<void>) => {
  let waiting: RecordedEvent[] = []
  let room = Promise.withResolvers<void>()
  let isAtWork = false
  let work: Promise<void> = Promise.resolve()

  const applyWaiting = async () => {
    while (waiting.length > 0) {
      const events = waiting
      waiting = []
      room.resolve()
      room = Promise.withResolvers()
      await apply(events)
    }
    isAtWork = false
  }

  return {
    add: async (events: RecordedEvent[]): Promise<void> => {
      waiting.push(...events)
      if (!isAtWork) {
        isAtWork = true
        work = applyWaiting()
        // The caller still gets the failure from `work`.
        work.catch(() => {})
      }
      if (waiting.length > maxWaiting) await Promise.race([room.promise, work])
    },
    done: () => work,
  }
}
