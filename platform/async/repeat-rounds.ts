import { abortableSleep } from '@strand/event-sourcing/async/abortable-sleep'
import { keepRunning } from '@strand/event-sourcing/async/keep-running'
import { throttle } from '@strand/event-sourcing/async/throttle'
import type { Log } from '@strand/event-sourcing/log'

export type Rounds = {
  /** Ends the current pause before the next round, if there is one. */
  wake: () => void
  /** Resolves once the running round has ended. */
  stop: () => Promise<void>
}

type Options = {
  log: Log
  /** The warning to log when rounds fail, as in `emails are waiting: none can be released`. */
  failing: string
  /** How often that warning is repeated, in milliseconds. */
  warnEvery?: number
  /** Runs before the first round, and after a failure before the next one. */
  prepare?: () => Promise<unknown>
}

/**
 * Runs one round of work after another until it is stopped. After a failure it starts again, with a
 * pause that grows with each consecutive failure.
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
