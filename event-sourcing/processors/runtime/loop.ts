import { openMutex } from '../../async/mutex.ts'

/**
 * The work of one lease. Batches, ticks and announcements share one connection, so they run one at
 * a time. The lease ends when `signal` is aborted, when any work fails, or when the connection is
 * lost. Work that has not begun by then never runs.
 */
export const openLoop = ({ lost, signal }: { lost: Promise<never>; signal: AbortSignal }) => {
  const mutex = openMutex()
  const ending = Promise.withResolvers<void>()
  // The promise may reject before anything awaits it; an unhandled rejection would crash the
  // process.
  ending.promise.catch(() => {})
  let over = false

  const end = (settle: () => void) => {
    over = true
    signal.removeEventListener('abort', stop)
    settle()
  }
  const stop = () => end(ending.resolve)
  const fail = (error: unknown) => end(() => ending.reject(error))
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  lost.catch(fail)

  return {
    isOver: () => over,
    /** Resolves when the work is done, has failed or was left out; never rejects. */
    run: (work: () => Promise<void>): Promise<void> =>
      mutex.runExclusive(async () => {
        if (!over) await work().catch(fail)
      }),
    /**
     * Resolves when the lease has ended and no work is running; rejects with the error that ended
     * it.
     */
    ended: async (): Promise<void> => {
      await ending.promise
      await mutex.idle()
    },
  }
}

export type Loop = ReturnType<typeof openLoop>
