import { Rejected } from '@strand/platform/errors'

export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs at most `atOnce` pieces of work at a time and lets at most `queue` others wait, in their
 * order; beyond that it refuses with 503, since whoever waits that long has given up.
 */
export const openGate = ({ atOnce, queue }: { atOnce: number; queue: number }): Gate => {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= queue)
        throw new Rejected('unavailable', 'Too much is going on at the moment, please try again', {
          retryAfter: 2,
        })
      // Whoever leaves hands its place on, so that nobody slips in between.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
