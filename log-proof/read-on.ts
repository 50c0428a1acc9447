import { withTimeout } from '@strand/event-sourcing/async/with-timeout'
import type {
  EventStore,
  Position,
  RecordedEvent,
  Subscription,
} from '@strand/event-sourcing/event-store/event-store'

/**
 * Reads the log after a position, a few events at a time, and passes each event to `see` until
 * `see` returns true. Throws what `see` throws, or `late()` if that takes longer than the timeout.
 *
 * @param range.timeout the timeout in milliseconds
 */
export const readOn = async (
  eventStore: EventStore,
  range: { after: Position; batchSize: number; timeout: number; late: () => Error },
  see: (event: RecordedEvent) => boolean,
): Promise<void> => {
  let subscription: Subscription | undefined
  const reading = new Promise<void>((resolve, reject) => {
    let isDone = false
    subscription = eventStore.subscribeAll({
      from: range.after,
      batchSize: range.batchSize,
      onBatch: async (events) => {
        try {
          isDone ||= events.some(see)
          if (isDone) resolve()
        } catch (error) {
          isDone = true
          reject(error)
        }
      },
      onDrop: () => reject(range.late()),
    })
  })
  try {
    await withTimeout(range.timeout, reading, range.late)
  } finally {
    void subscription?.stop()
  }
}
