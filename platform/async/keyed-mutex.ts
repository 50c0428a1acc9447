/**
 * A keyed mutex: work on one key runs one at a time, in order of arrival; other keys do not wait.
 */
export const openKeyedMutex = () => {
  const last = new Map<string, Promise<unknown>>()
  return {
    runExclusive: async <T>(thing: string, work: () => Promise<T>): Promise<T> => {
      const previous = last.get(thing)
      const mine = previous ? previous.then(work, work) : work()
      last.set(thing, mine)
      try {
        return await mine
      } finally {
        if (last.get(thing) === mine) last.delete(thing)
      }
    },
    /** Resolves when all work that has begun is done. */
    idle: async () => {
      await Promise.allSettled(last.values())
    },
  }
}
