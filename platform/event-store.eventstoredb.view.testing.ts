import { beginning, type EventStore, type Position } from './event-store.ts'

/**
 * A log that seems empty: what is in it already, of tests before, is left out. EventStoreDB has no
 * databases in one server as Postgres has, and none is started for each test.
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
