import { abortableSleep } from '@strand/event-sourcing/async/abortable-sleep'
import { keepRunning } from '@strand/event-sourcing/async/keep-running'
import { throttle } from '@strand/event-sourcing/async/throttle'
import type { Log } from '@strand/event-sourcing/log'

export type Rounds = {
  /** Ends the current pause, so that the next round begins. */
  wake: () => void
  /** Starts no further round; resolves when the current one has ended. */
  stop: () => Promise<void>
}

type Options = {
  log: Log
  /**
   * The warning in the log when rounds fail, such as `emails are waiting: none can be released`.
   */
  failing: string
  /** The minimum time between two such warnings, in milliseconds. */
  warnEvery?: number
  /** Runs before the first round, and again after a failure. */
  prepare?: () => Promise<unknown>
}

/**
 * Runs rounds of work until it is stopped. After a failure, the rounds start again after a pause
 * that grows with each failure in a row.
 *
 * @param round returns the milliseconds until the next round; `stop` aborts its signal
 */
export const repeatRounds = (
  round: (signal: AbortSignal) => Promise<number>,
  { log, failing, warnEvery = 10_000, prepare }: Options,
): Rounds => {
  const stopping = new AbortController()
  const { signal } = stopping
  let nap = new AbortController()
  const onError = throttle<unknown>(warnEvery, (err) => log.warn({ err }, failing))
  const running = keepRunning(
    signal,
    async (succeeded) => {
      await prepare?.()
      while (!signal.aborted) {
        nap = new AbortController()
        const pause = await round(signal)
        succeeded()
        if (pause > 0 && !signal.aborted) await abortableSleep(pause, nap.signal)
      }
    },
    { onError },
  )
  return {
    wake: () => nap.abort(),
    stop: async () => {
      stopping.abort()
      nap.abort()
      await running
    },
  }
}
