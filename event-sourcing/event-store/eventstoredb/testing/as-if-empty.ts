import { beginning, type EventStore, type Position } from '../../event-store.ts'

/**
 * Hides the events of earlier tests, so that the log looks empty. An EventStoreDB server has only
 * one log, and starting a server for each test would be too slow.
 */
export const asIfEmpty = async (
  store: EventStore,
  origin?: Position,
): Promise<{ store: EventStore; origin: Position }> => {
  const hidden = origin ?? (await store.headPosition())
  return {
    origin: hidden,
    store: {
      ...store,
      subscribeAll: (options) =>
        store.subscribeAll({ ...options, from: options.from < hidden ? hidden : options.from }),
      headPosition: async () => {
        const head = await store.headPosition()
        return head <= hidden ? beginning : head
      },
    },
  }
}
