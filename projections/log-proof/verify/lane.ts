import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'

/** How many events can wait in a lane before the log's reader has to wait. */
const maxWaiting = 2_000

/**
 * Applies batches at its own pace, so that the slowest read model does not delay the others with
 * every batch. Events that arrive while it is busy are applied together. After a failure, `done`
 * rejects, and so does `add` once the lane is full.
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
        // The failure still reaches the caller, who is waiting for `work`.
        work.catch(() => {})
      }
      if (waiting.length > maxWaiting) await Promise.race([room.promise, work])
    },
    /** Resolves once everything is applied. */
    done: () => work,
  }
}
