/**
 * A mutex: work runs one at a time, in the order of the calls. Work that fails does not stop the
 * rest.
 */
export const openMutex = () => {
  let last: Promise<unknown> | undefined
  return {
    runExclusive: async <T>(work: () => Promise<T>): Promise<T> => {
      const mine = last ? last.then(work, work) : work()
      last = mine
      try {
        return await mine
      } finally {
        if (last === mine) last = undefined
      }
    },
    isIdle: () => last === undefined,
    /** Resolves when all work that was passed in so far is done. */
    idle: async () => {
      await Promise.allSettled([last])
    },
  }
}

/**
 * A mutex for each key: work for the same key runs one at a time; different keys do not wait for
 * each other.
 */
export const openKeyedMutex = () => {
  const mutexes = new Map<string, ReturnType<typeof openMutex>>()
  return {
    runExclusive: async <T>(key: string, work: () => Promise<T>): Promise<T> => {
      const mutex = mutexes.get(key) ?? openMutex()
      mutexes.set(key, mutex)
      try {
        return await mutex.runExclusive(work)
      } finally {
        if (mutex.isIdle() && mutexes.get(key) === mutex) mutexes.delete(key)
      }
    },
    idle: async () => {
      await Promise.all([...mutexes.values()].map((mutex) => mutex.idle()))
    },
  }
}
