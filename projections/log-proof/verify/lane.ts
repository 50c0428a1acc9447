import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'

/** Events that may wait in a lane before the reader of the log waits for it. */
const maxWaiting = 2_000

/**
 * Applies batches at a pace of its own, so that the slowest read model does not hold up the others
 * at each batch: events that arrive while it is at work are applied together. After a failure
 * `done` rejects with it, and `add` does as soon as there is no room.
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
    /** Resolves once there is room for the next batch. */
    add: async (events: RecordedEvent[]): Promise<void> => {
      waiting.push(...events)
      if (!isAtWork) {
        isAtWork = true
        work = applyWaiting()
        // The waiting caller gets the failure.
        work.catch(() => {})
      }
      if (waiting.length > maxWaiting) await Promise.race([room.promise, work])
    },
    /** Resolves once everything is applied. */
    done: () => work,
  }
}
