import type { EventStore, Position, RecordedEvent } from './event-store.ts'

/**
 * Passes on the events after `from` in batches, up to the event at `to` or a little beyond. An
 * event must exist at `to`. Rejects if the log or `handle` fails, or if the signal is aborted.
 */
export const readBetween = (
  eventStore: EventStore,
  from: Position,
  to: Position,
  handle: (events: RecordedEvent[]) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> => {
  if (from >= to) return Promise.resolve()
  if (signal?.aborted) return Promise.reject(signal.reason)
  let onAbort = () => {}
  return new Promise<void>((resolve, reject) => {
    const subscription = eventStore.subscribeAll({
      from,
      onBatch: async (events) => {
        try {
          await handle(events)
          const last = events.at(-1)
          if (!last || last.position < to) return
          resolve()
        } catch (error) {
          reject(error)
        }
        void subscription.stop()
      },
      onDrop: (error) => {
        reject(error)
        void subscription.stop()
      },
    })
    onAbort = () => {
      reject(signal?.reason)
      void subscription.stop()
    }
    signal?.addEventListener('abort', onAbort)
  }).finally(() => signal?.removeEventListener('abort', onAbort))
}
