import { Rejected } from '../errors.ts'

export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/**
 * A semaphore: runs at most `atOnce` tasks at a time and lets at most `queue` others wait, first
 * in, first out. Beyond that it rejects with 503, since a caller who has to wait that long has
 * given up.
 */
export const openSemaphore = ({ atOnce, queue }: { atOnce: number; queue: number }): Semaphore => {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= queue)
        throw new Rejected('unavailable', 'The shop is very busy at the moment, please try again', {
          retryAfter: 2,
        })
      // A finished task hands its slot to the next waiting one, so that no newcomer slips in
      // between.
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
