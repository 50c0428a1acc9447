import { abortableSleep } from './abortable-sleep.ts'
import { type Backoff, backoffDelay } from './backoff.ts'

/**
 * Runs endless work, such as listening on a connection, until the signal is aborted. If the work
 * ends or fails, it is restarted after a pause, which grows with each failure in a row. Once the
 * work is running, it calls `succeeded`; the pause after the next failure is then as short as after
 * the first.
 */
export const keepRunning = async (
  signal: AbortSignal,
  work: (succeeded: () => void) => Promise<void>,
  options: { onError: (error: unknown) => void; backoff?: Backoff },
): Promise<void> => {
  let failures = 0
  const succeeded = () => {
    failures = 0
  }
  while (!signal.aborted) {
    await work(succeeded).catch((error) => {
      if (!signal.aborted) options.onError(error)
    })
    await abortableSleep(backoffDelay(++failures, options.backoff), signal)
  }
}
