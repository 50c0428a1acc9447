/**
 * A keyed mutex: work on one key runs one at a time, in order of arrival; other keys do not wait.
 */
export const openTurns = () => {
  const last = new Map<string, Promise<unknown>>()
  return {
    take: async <T>(thing: string, work: () => Promise<T>): Promise<T> => {
      const before = last.get(thing)
      const mine = before ? before.then(work, work) : work()
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
