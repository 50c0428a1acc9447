/** Work on the same thing is done one after the other, in the order it came; on others at once. */
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
    /** Resolves when all that was begun is done. */
    idle: async () => {
      await Promise.allSettled(last.values())
    },
  }
}
